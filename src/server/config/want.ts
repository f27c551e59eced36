/**
 * Why a disk or a service can't be used now. `full`: it has no space. `away`: it can't be reached,
 * read or written.
 */
export type Want = 'full' | 'away';
