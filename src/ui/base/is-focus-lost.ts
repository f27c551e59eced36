/**
 * Whether no element has the focus, as after the one that had it was removed. A focus moved
 * elsewhere is the person's choice.
 */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}
