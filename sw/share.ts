// Files that another application shares with this one arrive as a form that the browser posts. It goes nowhere: the worker keeps the
// files as a draft on the device, with or without network, and opens the form with them.

import { SHARE, type SharePart } from '#contract/share.ts';
import { saveDraft } from '#mirror/keep/drafts.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { openAnsweringMirror } from '#mirror/opening/open-mirror.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { draftOwnerOf } from '#mirror/store/rows.ts';
import { registerRoute } from 'workbox-routing';

/** Answers the browser's post; the server never sees it. */
export function takeShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE.action,
    async ({ request }) => {
      const draftId = await keepShared(await request.formData()).catch(() => null);
      const address = draftId === null ? SHARE.refused : `${SHARE.form}?rascunho=${encodeURIComponent(draftId)}`;
      return Response.redirect(address, 303);
    },
    'POST',
  );
}

/**
 * Keeps what was shared as a new draft of the person whose data is on this device, also while their session has ended: nobody
 * else can open it. Resolves to the draft's id; null when no person's data is here, because the files would belong to whoever enters
 * next. Throws StorageTrouble.
 */
export async function keepShared(form: FormData): Promise<string | null> {
  const { lastPerson } = await readDeviceFacts();
  if (lastPerson === null) return null;
  const { mirror, session } = await openAnsweringMirror(lastPerson.userId);
  if (session === undefined) return null;
  const id = `create:${crypto.randomUUID()}`;
  const nowMs = Date.now();
  const files = form.getAll(named('files')).filter((part) => part instanceof File);
  const fileIds: string[] = [];
  for (const file of files) {
    const row = await keepFile(mirror, { id: crypto.randomUUID(), owner: draftOwnerOf(id), file, nowMs });
    fileIds.push(row.id);
  }
  const title = form.get(named('title'));
  const fields = typeof title === 'string' && title !== '' ? { title } : {};
  await saveDraft(mirror, { id, fields, fileIds, savedAtMs: nowMs });
  return id;
}

function named(part: SharePart): string {
  return part;
}
