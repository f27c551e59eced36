/** Where the check of a receipt leads back to: the document of its act, and a place there. */
export type ReceiptSearch = { volta?: string };

/** A document of this application, with a place in it: no other address is followed (rule F4). */
const DOCUMENT = /^\/admin\/view-document\/[\w:-]{1,80}(?:#[\w-]{1,120})?$/;

/** The address of the check, which leads back to `back`; null = to the home. */
export function receiptHref(back: string | null): string {
  return back === null ? '/conferir' : `/conferir?volta=${encodeURIComponent(back)}`;
}

/** Reads the address; unknown parameters are ignored. */
export function receiptSearch({ volta }: Record<string, unknown>): ReceiptSearch {
  return typeof volta === 'string' && DOCUMENT.test(volta) ? { volta } : {};
}
