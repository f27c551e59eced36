import { watchedValue } from '#ui/base/watched-value.ts';

/**
 * The database of this page's person was emptied from outside (S172). `lines`: what had not been
 * sent then; null where the page did not know, and where a shared tablet names nobody's work.
 */
export const emptied = watchedValue<{ readonly lines: readonly string[] | null } | null>(null);
