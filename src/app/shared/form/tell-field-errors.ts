// The server's refusals of a form that was sent while its author waited, as messages beside the
// sentences under the fields.

import { notify } from '#ui/feedback/toast.tsx';

const SHOWN_MS = 8000;

/**
 * One message per field, its first sentence; the first field's is on top. A refusal without a field
 * is shown by the form alone.
 */
export function tellFieldErrors(errors: Readonly<Record<string, readonly string[]>>): void {
  for (const [field, [first]] of Object.entries(errors).toReversed()) {
    if (field === '' || first === undefined) continue;
    notify({ title: first, tone: 'danger', timeoutMs: SHOWN_MS, about: `campo:${field}` });
  }
}
