// Shows the server's refusals of a form as messages, besides the sentences under its fields.

import { notify } from '#ui/feedback/toast.tsx';

const SHOWN_MS = 8000;

/**
 * One message for each field, with its first sentence; that of the first field on top. A refusal
 * without a field is left to the form.
 */
export function tellFieldErrors(errors: Readonly<Record<string, readonly string[]>>): void {
  for (const [field, [first]] of Object.entries(errors).toReversed()) {
    if (field === '' || first === undefined) continue;
    notify({ title: first, tone: 'danger', timeoutMs: SHOWN_MS, about: `campo:${field}` });
  }
}
