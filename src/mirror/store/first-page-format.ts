// Which stored first page of the list may be used (src/mirror/questions/first-page.ts).

import type { Changes, StoredFirstPage } from './rows.ts';

/** Rows a page of the list (rule F2). */
export const PER_PAGE = 10;

/** Raised when a stored page gets another form or meaning; pages of another form are not used. */
export const FIRST_PAGE_FORMAT = 1;

/** Whether the page is as of the note of changes, which must have been read in the same transaction. */
export function isCurrent(page: StoredFirstPage | undefined, changes: Changes | undefined): page is StoredFirstPage {
  return page?.format === FIRST_PAGE_FORMAT && page.version === (changes?.version ?? 0);
}
