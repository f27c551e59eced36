import type { CalendarDay } from '#domain/dates.ts';
import { loadDraft, saveDraft } from '#mirror/keep/drafts.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { joinDraft } from '../../shared/draft/open-drafts.ts';
import { notStoredText } from '../../shared/form/not-stored.ts';

/** A closing dialog gives the focus back within two frames. */
const CLOSING_FRAMES = 2;

/**
 * Puts a later limit date into the reply box of a document, so that the reason is written and sent
 * with the date. The box keeps its words, files and photographs, and gets the focus. When the
 * device can't store the date, a message says so.
 */
export async function carryDate(at: {
  mirror: Mirror;
  now: () => number;
  documentKey: string;
  day: CalendarDay;
}): Promise<void> {
  const id = replyDraftOf(at.documentKey);
  for (let frame = 0; frame < CLOSING_FRAMES; frame += 1) await nextFrame();
  // The box takes the focus only when no other element has it.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  try {
    await joinDraft(id, async () => {
      const [draft, row] = await Promise.all([loadDraft(at.mirror, id), at.mirror.documents.get(at.documentKey)]);
      const fields = { ...draft?.fields, limitDate: at.day };
      const mark = row?.mark === undefined ? {} : { mark: row.mark };
      await saveDraft(at.mirror, { fileIds: [], ...mark, ...draft, id, fields, savedAtMs: at.now() });
    });
  } catch (error) {
    notify({ title: notStoredText(error), tone: 'danger', about: at.documentKey });
  }
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
