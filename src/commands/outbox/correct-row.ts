import type { AnyRowFields } from '#contract/row-writes.ts';
import { dropFilesOf } from '#mirror/keep/files.ts';
import { replaceCommand, takeCommand } from '#mirror/outbox/author-door.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import { refold } from '#mirror/fold/refold.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { commandOwnerOf } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { createRow } from '../reference/create-row.ts';
import { updateRow } from '../reference/update-row.ts';
import { settledCommand } from './own-command.ts';
import { allOrRefused, kept } from '../frame/undone.ts';

type Correction = {
  /** The creation or change that is corrected: refused, or not sent yet. */
  readonly id: string;
  /**
   * For a creation: all fields of the form. For a change: fields of the form, of which those that
   * differ from `seen` are sent. `seen` is the row without the old command.
   */
  readonly fields: AnyRowFields;
  readonly seen?: AnyRowFields;
  /** All files of the form, with those of the old command that stay. */
  readonly fileIds?: readonly string[];
  readonly draftId?: string | undefined;
};

/**
 * "Corrigir", "Editar": a creation or change of a row under a new key, in the place of the old
 * command, so that later commands on the row still come after it (S35). It is judged like a new
 * one; a refusal leaves everything as it was. Throws OutboxBusy when the old command is being sent,
 * is done, or may be on the server.
 */
export async function correctRow(context: CommandContext, correction: Correction): Promise<GestureResult> {
  const { mirror } = context;
  const ids = [context.newId(), context.newId()];
  const outcome = await allOrRefused(() =>
    durably(mirror, {
      tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts'],
      work: async (): Promise<GestureResult> => {
        // After a lost connection to the database the work runs again, although the first run may
        // have been committed.
        const again = await commandById(mirror, ids[0] ?? '');
        if (again !== undefined) return { kind: 'stored', commandId: again.id, documentKey: again.documentKey };
        const old = await settledCommand(context, correction.id);
        const fresh = [...ids];
        const quiet = { ...context, newId: () => fresh.shift() ?? context.newId(), wake: () => undefined };
        // The old command is taken out before the new one is judged. Otherwise the fields and files
        // of both would count.
        await takeCommand(mirror, old);
        const made = await kept(madeAgain(quiet, { old, correction }));
        await takePlace(mirror, { old, madeId: made.commandId });
        return made;
      },
    }),
  );
  if (outcome.kind === 'stored') context.wake();
  return outcome;
}

async function madeAgain(
  context: CommandContext,
  { old, correction }: { old: OutboxCommand; correction: Correction },
): Promise<GestureResult> {
  const { fields, seen = {}, fileIds = [], draftId } = correction;
  if (old.type === 'create-row') {
    const { collection, row_key: rowKey } = old.payload;
    return createRow(context, { collection, fields: fields as never, fileIds, draftId, rowKey });
  }
  if (old.type !== 'update-row') throw new Error('only a creation or a change of a row is corrected');
  const { collection, row_keys: keys } = old.payload;
  return updateRow(context, {
    collection,
    key: keys[0] ?? '',
    seen: seen as never,
    fields: fields as never,
    fileIds,
    draftId,
  });
}

async function takePlace(mirror: Mirror, { old, madeId }: { old: OutboxCommand; madeId: string }): Promise<void> {
  const made = await commandById(mirror, madeId);
  if (made === undefined) throw new Error('the corrected command was not stored');
  await takeCommand(mirror, made);
  await replaceCommand(mirror, { old, command: made });
  await dropFilesOf(mirror, commandOwnerOf(old.id));
  await refold(mirror, made.documentKey);
}
