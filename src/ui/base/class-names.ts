/**
 * Joins the class names and skips falsy parts. Always returns a string, because exact optional
 * types refuse `undefined`.
 */
export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
