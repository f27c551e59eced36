// Which fields of a form of reference data changed or are missing. Pure.

/** Sentences by the name of the field on the wire. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A required field that is not filled yet, with its word in "Falta: …". */
export type Missing = { readonly field: string; readonly word: string };

/** The fields whose values differ from the row's. */
export function changedFields<Fields extends Readonly<Record<string, unknown>>>(
  values: Fields,
  typed: Partial<Fields>,
): Partial<Fields> {
  const changed = Object.entries(typed).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(values[name]),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}

export function withoutField(errors: FieldErrors, field: string): FieldErrors {
  const { [field]: _gone, ...rest } = errors;
  return rest;
}

/** The sentences about fields that the form does not show. */
export function otherErrors(errors: FieldErrors, shown: readonly string[]): string[] {
  return Object.entries(errors).flatMap(([field, sentences]) => (shown.includes(field) ? [] : sentences));
}

/** The element id of a field, to which the words of "Falta" and refusals lead. */
export function placeOf(field: string): string {
  return `campo-${field}`;
}

const FOCUSABLE = 'input:not([type="file"]), textarea, button';

/** Moves the focus into a field and scrolls it into view. */
export function focusField(field: string): void {
  const place = document.getElementById(placeOf(field));
  place?.scrollIntoView({ block: 'center' });
  const input = place?.matches(FOCUSABLE) ? place : place?.querySelector<HTMLElement>(FOCUSABLE);
  input?.focus({ preventScroll: true });
}
