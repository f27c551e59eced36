// Files that another application shares with this one arrive as a form that the browser posts. It goes nowhere: the worker keeps the
// files as a draft on the device, with or without network, and opens the form with them.

import { SHARE, type SharePart } from '#contract/share.ts';
import { keepSharedFiles } from '#mirror/keep/shared-files.ts';
import { makeSpace } from '#mirror/keep/make-space.ts';
import { openAnsweringMirror } from '#mirror/opening/open-mirror.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { registerRoute } from 'workbox-routing';

/** Answers the browser's post; the server never sees it. */
export function takeShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE.action,
    async ({ request }) => {
      const address = await addressOf(request).catch(() => SHARE.failed);
      return Response.redirect(address, 303);
    },
    'POST',
  );
}

async function addressOf(request: Request): Promise<string> {
  const draftId = await keepShared(await request.formData());
  return draftId === null ? SHARE.refused : `${SHARE.form}?rascunho=${encodeURIComponent(draftId)}`;
}

/**
 * Keeps what was shared as a new draft of the person whose data is on this device, also while the server has ended their session:
 * nobody else can open it. Resolves to the draft's id; null when no person's data is here or its person has left, because the files
 * would belong to another person who enters next. Throws StorageTrouble.
 */
export async function keepShared(form: FormData): Promise<string | null> {
  const { lastPerson } = await readDeviceFacts();
  if (lastPerson === null || lastPerson.sessionEnded) return null;
  const { mirror, session } = await openAnsweringMirror(lastPerson.userId);
  mirror.makeSpace = () => makeSpace(mirror);
  if (session === undefined) return null;
  const draftId = `create:${crypto.randomUUID()}`;
  const title = form.get(named('title'));
  await keepSharedFiles(mirror, {
    draftId,
    title: typeof title === 'string' && title !== '' ? title : null,
    files: form.getAll(named('files')).filter((part) => part instanceof File),
    nowMs: Date.now(),
  });
  return draftId;
}

function named(part: SharePart): string {
  return part;
}
