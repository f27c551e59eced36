/** Goes to the reply of the open document: its field, or the line of a phone that opens it. */
export function toReply(): void {
  const place = document.querySelector<HTMLElement>('[data-reply]');
  if (place instanceof HTMLButtonElement) place.click();
  else place?.querySelector<HTMLElement>('[contenteditable=true], textarea')?.focus();
}
