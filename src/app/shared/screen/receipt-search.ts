/**
 * The search parameters of /conferir, the page that checks a receipt. `volta`: the address that it
 * leads back to, which is the document of the receipt's act and a place on its page.
 */
export type ReceiptSearch = { volta?: string };

/**
 * A document of this application, also with a place on its page. Any other `volta` is ignored, as
 * an unknown status is (rule F4).
 */
const DOCUMENT = /^\/admin\/view-document\/[\w:-]{1,80}(?:#[\w-]{1,120})?$/;

/** The address of /conferir. `back`: the address that it leads back to; null: the home. */
export function receiptHref(back: string | null): string {
  return back === null ? '/conferir' : `/conferir?volta=${encodeURIComponent(back)}`;
}

/** Reads the search parameters of /conferir; unknown ones are ignored. */
export function receiptSearch({ volta }: Record<string, unknown>): ReceiptSearch {
  return typeof volta === 'string' && DOCUMENT.test(volta) ? { volta } : {};
}
