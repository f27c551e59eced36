import type { DocumentRow } from '#contract/documents.ts';

const PREFIX = 's:';
const REPLACED = 'x:';

/** Key of a row that came from the server. */
export function keyOfServerId(id: number): string {
  return PREFIX + id;
}

/** The id in the key of a row that came from the server; null for the key of a row made here. */
export function serverIdOfKey(key: string): number | null {
  return key.startsWith(PREFIX) ? Number(key.slice(PREFIX.length)) : null;
}

/** Key of a document whose id the server has given to another one (I11). */
export function keyOfReplaced(mark: string): string {
  return REPLACED + mark;
}

/** Whether the row was made on this device: its key is then the command's UUID. */
export function isLocalKey(key: string): boolean {
  return !key.startsWith(PREFIX) && !key.startsWith(REPLACED);
}

/**
 * Whether the row is of another document than the one that somebody saw with this mark (I11). What
 * was made here is known by its command's id before the server has given it a row.
 */
export function isAnother(seen: string, { mark, command_id }: Pick<DocumentRow, 'mark' | 'command_id'>): boolean {
  return mark !== undefined && seen !== mark && seen !== command_id;
}
