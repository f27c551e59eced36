import { SYNC_PAGE_MAX } from '#contract/sync.ts';

const LEAST_ROWS = 25;
/** People notice a transaction longer than this. */
const LONG_MS = 250;
const SHORT_MS = 60;

/**
 * Rows to ask for, after a page of `rows` took `tookMs` to be written. A page of changes is one
 * transaction, and screens, other tabs and the worker wait for it when they need the same tables.
 * How long it takes depends on the device, so the device's last page decides.
 */
export function nextPageSize(rows: number, tookMs: number): number {
  if (tookMs > LONG_MS) return Math.max(LEAST_ROWS, Math.floor(rows / 2));
  if (tookMs < SHORT_MS) return Math.min(SYNC_PAGE_MAX, rows * 2);
  return rows;
}
