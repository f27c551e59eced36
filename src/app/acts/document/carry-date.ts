import type { CalendarDay } from '#domain/dates.ts';
import { loadDraft, replyDraftOf, saveDraft } from '#mirror/keep/drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { joinDraft } from '../../shared/draft/open-drafts.ts';

/** The frames in which a closing dialog gives the focus back. */
const CLOSING_FRAMES = 2;

/**
 * Takes a later limit date to the reply box of the document, so that its reason is written and sent with it. What is
 * written there stays, and the box gets the focus.
 */
export async function carryDate(at: {
  mirror: Mirror;
  now: () => number;
  documentKey: string;
  day: CalendarDay;
}): Promise<void> {
  const id = replyDraftOf(at.documentKey);
  for (let frame = 0; frame < CLOSING_FRAMES; frame += 1) await nextFrame();
  // The box takes a focus that no other element has.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await joinDraft(id, async () => {
    const draft = await loadDraft(at.mirror, id);
    await saveDraft(at.mirror, {
      id,
      fileIds: draft?.fileIds ?? [],
      fields: { ...draft?.fields, limitDate: at.day },
      savedAtMs: at.now(),
    });
  });
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
