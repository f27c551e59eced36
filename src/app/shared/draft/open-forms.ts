// The forms of this page that show a draft. A person who leaves has them save what is not saved
// yet.

type OpenForm = {
  readonly flush: () => Promise<void>;
  readonly release: () => void;
  readonly resume: () => void;
};

const forms = new Map<string, OpenForm>();

/** Registers that a form shows the draft. Returns the function that ends this. */
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
