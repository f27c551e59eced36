// Replaces a draft while a form of this page shows it. A command that returns to its form (Editar)
// must not be overwritten by what the form was about to save: the form stops saving, the draft is
// replaced, and the form starts again from it.

import { useWatched, watchedValue } from '#ui/base/watched-value.ts';
import { formOf } from './open-forms.ts';
import { busyIn } from './storing.ts';

const epochs = watchedValue<ReadonlyMap<string, number>>(new Map());

/**
 * Takes the draft from its form with everything typed so far, lets `write` add to it, and makes the
 * form start again.
 */
export async function joinDraft(draftId: string, write: () => Promise<void>): Promise<void> {
  for (let busy = busyIn(draftId); busy !== null; busy = busyIn(draftId)) await busy;
  const form = formOf(draftId);
  // `flush` takes the present text in this task, and `replaceDraft` then stops the form. Nothing
  // can be typed in between.
  const saved = form?.flush();
  await replaceDraft(draftId, async () => {
    await saved;
    await write();
  });
}

/**
 * Takes the draft from its form, lets `write` change it, and makes the form start again. When
 * `write` throws, the form continues as before, with its unsaved text.
 */
export async function replaceDraft(draftId: string, write: () => Promise<void>): Promise<void> {
  for (let busy = busyIn(draftId); busy !== null; busy = busyIn(draftId)) await busy;
  const form = formOf(draftId);
  form?.release();
  // A save that is tried again for want of space would undo what `write` does.
  await form?.flush().catch(() => undefined);
  try {
    await write();
  } catch (error) {
    form?.resume();
    throw error;
  }
  const before = epochs.current();
  epochs.set(new Map(before).set(draftId, (before.get(draftId) ?? 0) + 1));
}

/**
 * A number that changes whenever the draft was replaced from outside its form; it is part of the
 * form's React key.
 */
export function useDraftEpoch(draftId: string): number {
  return useWatched(epochs).get(draftId) ?? 0;
}
