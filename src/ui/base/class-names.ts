/** Joins the class names that are there; falsy parts fall away. Always a string, as exact optional types want. */
export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
