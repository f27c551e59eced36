/**
 * Puts the focus into the reply field of the open document. On a phone it presses the line that
 * opens this field.
 */
export function toReply(): void {
  const place = document.querySelector<HTMLElement>('[data-reply]');
  if (place instanceof HTMLButtonElement) place.click();
  else place?.querySelector<HTMLElement>('[contenteditable=true], textarea')?.focus();
}
