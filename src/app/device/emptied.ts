import { watchedValue } from '#ui/base/watched-value.ts';

/**
 * The database of this page's person was emptied from outside (S172). `lines`: the unsent work at
 * that time; null when the page did not know it, and on a shared tablet, which shows no person's
 * work to others.
 */
export const emptied = watchedValue<{ readonly lines: readonly string[] | null } | null>(null);
