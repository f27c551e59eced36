/**
 * What a place that can't be used now lacks. `full`: there is no room left. `away`: it can't be
 * reached, read or written.
 */
export type Want = 'full' | 'away';
