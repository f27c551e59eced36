// Files that another application shares with this one arrive as a form that the browser posts. The
// form never leaves the device: the worker holds the files, with or without network, and opens the
// page that asks the person what to do with them.

import { SHARE, type SharePart } from '#contract/share.ts';
import { keepSharedFiles } from '#mirror/keep/shared-files.ts';
import { makeSpace } from '#mirror/keep/make-space.ts';
import { openAnsweringMirror } from '#mirror/opening/open-mirror.ts';
import { registerRoute } from 'workbox-routing';
import { personHere } from './who-is-in.ts';

/** Answers the browser's post; the server never sees it. */
export function takeShares(worker: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE.action,
    async ({ request }) => {
      if (isOfAnotherSite(request, worker.location.origin))
        return new Response(FOREIGN, { status: 403, headers: PLAIN });
      const address = await addressOf(worker, request).catch(() => SHARE.failed);
      return Response.redirect(address, 303);
    },
    'POST',
  );
}

const FOREIGN = 'Este compartilhamento veio de outro site e não foi aceito.';
const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8' };

/**
 * Whether the browser says that another site posted the form (S70). The system's share has no
 * initiator: `Sec-Fetch-Site` is then `none` and `Origin` is `null`. A site can hide its origin and
 * its referrer, and not every browser shows the headers to a worker. So what passes here is only
 * held, and the person is asked about it.
 */
export function isOfAnotherSite({ headers, referrer }: Pick<Request, 'headers' | 'referrer'>, own: string): boolean {
  const site = headers.get('Sec-Fetch-Site');
  const origin = headers.get('Origin');
  return (
    (site !== null && site !== 'none' && site !== 'same-origin') ||
    (origin !== null && origin !== 'null' && origin !== own) ||
    (URL.canParse(referrer) && referrer !== 'about:client' && new URL(referrer).origin !== own)
  );
}

async function addressOf(worker: ServiceWorkerGlobalScope, request: Request): Promise<string> {
  return (await keepShared(worker, await request.formData())) ? SHARE.held : SHARE.refused;
}

/**
 * Holds shared files for the person whose data is on this device, also after the server has ended
 * their session: no other person can open them. False when the device holds no person's data or its
 * person has left, because the files would belong to the next person who logs in. Throws when the
 * device can't hold them.
 */
export async function keepShared(worker: ServiceWorkerGlobalScope, form: FormData): Promise<boolean> {
  const person = await personHere(worker);
  if (person === null) return false;
  const { mirror, session } = await openAnsweringMirror(person.userId);
  mirror.makeSpace = () => makeSpace(mirror);
  if (session === undefined) return false;
  const title = form.get(named('title'));
  await keepSharedFiles(mirror, {
    draftId: `create:${crypto.randomUUID()}`,
    title: typeof title === 'string' && title !== '' ? title : null,
    files: form.getAll(named('files')).filter((part) => part instanceof File),
    nowMs: Date.now(),
  });
  return true;
}

function named(part: SharePart): string {
  return part;
}
