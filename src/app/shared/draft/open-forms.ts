// The forms of this page that show a draft. A person who leaves has them save what is not saved
// yet.

import { allStored } from './storing.ts';

type OpenForm = {
  readonly flush: () => Promise<void>;
  readonly release: () => void;
  readonly resume: () => void;
};

const forms = new Map<string, OpenForm>();

/** Registers the form that shows a draft. Returns the function that removes it. */
export function registerForm(draftId: string, form: OpenForm): () => void {
  forms.set(draftId, form);
  return () => {
    if (forms.get(draftId) === form) forms.delete(draftId);
  };
}

/** The form that shows the draft. */
export function formOf(draftId: string): OpenForm | undefined {
  return forms.get(draftId);
}

/** Saves the unsaved changes of the form that shows this draft, if there is one. */
export async function flushForm(draftId: string): Promise<void> {
  await forms.get(draftId)?.flush();
}

/**
 * Saves the unsaved changes of all forms of this page, and waits for files that are still being
 * stored, also those of forms that were left. Rejects when something is not kept.
 */
export async function flushForms(): Promise<void> {
  const stored = allStored();
  // The words are saved first, because not every caller waits for a long file.
  if (stored !== null) await flushAll().catch(() => undefined);
  const areKept = await stored;
  await flushAll();
  if (areKept === false) throw new Error('a file of a form was not kept');
}

const flushAll = () => Promise.all([...forms.values()].map((form) => form.flush()));

/** Ids of the drafts that forms of this page show. */
export function openDrafts(): ReadonlySet<string> {
  return new Set(forms.keys());
}
