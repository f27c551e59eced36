// The drafts that are open in forms of this page. A command that goes back into its form (Editar) must not be overwritten
// by what the form was about to save: the form stops saving, the draft is replaced, and the form starts again from it.

import { useWatched, watchedValue } from '#ui/base/watched-value.ts';

type OpenForm = {
  readonly flush: () => Promise<void>;
  readonly release: () => void;
  readonly resume: () => void;
};

const forms = new Map<string, OpenForm>();
const storing = new Map<string, Set<Promise<unknown>>>();
const epochs = watchedValue<ReadonlyMap<string, number>>(new Map());

/** Registers that a form shows the draft. Returns the function that ends this. */
export function registerForm(draftId: string, form: OpenForm): () => void {
  forms.set(draftId, form);
  return () => {
    if (forms.get(draftId) === form) forms.delete(draftId);
  };
}

/**
 * Runs work that stores files in a draft. It may outlive the form that began it, so whatever reads or replaces the draft waits for
 * it (`storedIn`).
 */
export function storeIn<Value>(draftId: string, work: () => Promise<Value>): Promise<Value> {
  const works = storing.get(draftId) ?? new Set();
  storing.set(draftId, works);
  const running = work().finally(() => {
    works.delete(running);
    if (works.size === 0) storing.delete(draftId);
  });
  works.add(running);
  return running;
}

/** Resolves once nothing is being stored in the draft; null when nothing is. */
export function storedIn(draftId: string): Promise<void> | null {
  const works = storing.get(draftId);
  if (works === undefined) return null;
  return Promise.allSettled(works).then(() => storedIn(draftId) ?? undefined);
}

/** Saves what an open form has not saved yet. */
export async function flushForm(draftId: string): Promise<void> {
  await forms.get(draftId)?.flush();
}

/** Saves what any form of this page has not saved yet. */
export async function flushForms(): Promise<void> {
  await Promise.all([...forms.values()].map((form) => form.flush()));
}

/** Ids of the drafts that forms of this page show. */
export function openDrafts(): ReadonlySet<string> {
  return new Set(forms.keys());
}

/** Takes the draft from its form with everything typed so far, lets `write` add to it, and makes the form start again. */
export async function joinDraft(draftId: string, write: () => Promise<void>): Promise<void> {
  const stored = storedIn(draftId);
  if (stored !== null) await stored;
  const form = forms.get(draftId);
  // The save takes what is typed at this moment. Nothing can be typed between the save and the end of saving.
  const saved = form?.flush();
  await replaceDraft(draftId, async () => {
    await saved;
    await write();
  });
}

/**
 * Takes the draft from its form, lets `write` change it, and makes the form start again. When `write` throws, the form goes on
 * as before, with what it could not save.
 */
export async function replaceDraft(draftId: string, write: () => Promise<void>): Promise<void> {
  const stored = storedIn(draftId);
  if (stored !== null) await stored;
  const form = forms.get(draftId);
  form?.release();
  try {
    await write();
  } catch (error) {
    form?.resume();
    throw error;
  }
  const before = epochs.current();
  epochs.set(new Map(before).set(draftId, (before.get(draftId) ?? 0) + 1));
}

/** A number that changes whenever the draft was replaced from outside its form; it is part of the form's React key. */
export function useDraftEpoch(draftId: string): number {
  return useWatched(epochs).get(draftId) ?? 0;
}
