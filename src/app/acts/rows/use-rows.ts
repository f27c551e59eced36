import type { AnyRow, RowCollection, RowOf } from '#contract/row-writes.ts';
import { nameOfRow, referenceRows } from '#mirror/questions/reference-rows.ts';
import { type CommandFile, needsAuthor, type OutboxCommand, rowsLaneOf } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { useProfile, useNow } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import type { ManagedRow, RowMark } from '../../shared/manage/managed-row.ts';
import { stateWords, type StateFrame } from '../../text/sending/command-state.ts';
import { MANAGE } from '../../text/manage/manage.ts';

/** A row of reference data as the management screens list it. */
export type ShownRow<Collection extends RowCollection> = ManagedRow & {
  /** Null until registered. */
  readonly serverId: number | null;
  readonly data: RowOf<Collection>;
  /** The wire's names of the fields whose changes wait to be sent. */
  readonly waiting: readonly string[];
  readonly commandIds: readonly string[];
  /** Files that wait to be sent, whose bytes are on this device under their ids. */
  readonly waitingFiles: readonly CommandFile[];
};

/**
 * The rows of a collection with the commands that wait on them applied, live; undefined until they
 * were read.
 */
export function useRows<Collection extends RowCollection>(
  collection: Collection,
): readonly ShownRow<Collection>[] | undefined {
  const { mirror, zone } = useProfile();
  const nowMs = useNow();
  const { needsLogin } = useConnection();
  const read = useLiveQuery(() => rowsWithCommands(mirror, collection), [mirror, collection]);
  return useMemo(() => {
    if (read === undefined) return undefined;
    const frame: StateFrame = { nowMs, zone, needsLogin, isWaiting: false, personName: () => '' };
    return read.rows.map(({ key, serverId, row, pencil }): ShownRow<Collection> => {
      const commands = pencil.commandIds.flatMap((id) => read.commands.get(id) ?? []);
      const isSwitchOnly =
        !pencil.isNew && pencil.files.length === 0 && pencil.fields.every((field) => field === 'status');
      return {
        key,
        serverId,
        data: row,
        name: nameOfRow(row as AnyRow),
        isActive: !('status' in row) || row.status === 'active',
        pencil: {
          isNew: pencil.isNew,
          row: !isSwitchOnly,
          status: pencil.fields.includes('status'),
        },
        mark: markOf(commands, { frame, isSwitchOnly }),
        waiting: pencil.fields,
        commandIds: pencil.commandIds,
        waitingFiles: pencil.files,
      };
    });
  }, [read, nowMs, zone, needsLogin]);
}

async function rowsWithCommands<Collection extends RowCollection>(mirror: Mirror, collection: Collection) {
  const [rows, commands] = await Promise.all([
    referenceRows(mirror, collection),
    mirror.commands.where('documentKey').equals(rowsLaneOf(collection)).toArray(),
  ]);
  return { rows, commands: new Map(commands.map((command) => [command.id, command])) };
}

/**
 * The mark of a row: that its author must decide, otherwise the state of its last command. Null for
 * a switch that merely waits, because the switch of the row says so itself.
 */
function markOf(
  commands: readonly OutboxCommand[],
  { frame, isSwitchOnly }: { frame: StateFrame; isSwitchOnly: boolean },
): RowMark | null {
  if (commands.some(needsAuthor)) return { text: MANAGE.needsAuthor, tone: 'danger' };
  const last = commands.at(-1);
  if (last === undefined || (isSwitchOnly && last.state === 'queued')) return null;
  return { text: stateWords(last, frame).text, tone: 'pencil' };
}
