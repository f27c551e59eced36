// Which rows of a refused act on several rows still exist: the author may repeat the act on those.

import type { AnyRow, RowCollection } from '#contract/row-writes.ts';
import { foldedRowsOf } from '../fold/refold-rows.ts';
import { withRowKeys, type CommandOnRows } from '../store/row-commands.ts';
import type { Mirror } from '../store/schema.ts';
import { isListed, type ReferenceRow } from './reference-rows.ts';

/** The rows of such an act, by name. */
export type RowsLeft = {
  readonly left: readonly string[];
  /** Rows that were deleted since the act. */
  readonly gone: readonly string[];
  /** Rows that this person may no longer manage (rule B2). */
  readonly withdrawn: readonly string[];
};

/**
 * A person's e-mail comes only to those who manage them (rule B2). Every other row is managed by
 * its permission.
 */
export function isManaged(row: AnyRow): boolean {
  return !('last_name' in row) || row.email !== undefined;
}

/** Which rows of the command still exist, as far as this device knows. */
export async function rowsLeftOf(mirror: Mirror, command: CommandOnRows): Promise<RowsLeft> {
  const { rows } = await foldedRowsOf(mirror, command.payload.collection);
  const byKey = new Map<string, ReferenceRow<RowCollection>>(rows.map((row) => [row.key, row]));
  const fates = command.payload.row_keys.map((key) => fateOf(byKey.get(key)));
  const named = (fate: ReturnType<typeof fateOf>) =>
    command.payload.row_names.filter((_name, place) => fates[place] === fate);
  return { left: named('left'), gone: named('gone'), withdrawn: named('withdrawn') };
}

/** The command on the rows that still exist, or unchanged when there are none. */
export async function payloadLeftOf(mirror: Mirror, command: CommandOnRows): Promise<CommandOnRows['payload']> {
  const { rows } = await foldedRowsOf(mirror, command.payload.collection);
  const left = new Set(rows.filter((row) => fateOf(row) === 'left').map((row) => row.key));
  const payload = withRowKeys(command, (key) => (left.has(key) ? key : null));
  return payload.row_keys.length > 0 ? payload : command.payload;
}

function fateOf(row: ReferenceRow<RowCollection> | undefined): 'left' | 'gone' | 'withdrawn' {
  if (row === undefined || !isListed(row)) return 'gone';
  return isManaged(row.row as AnyRow) ? 'left' : 'withdrawn';
}
