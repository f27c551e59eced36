import { correctRow } from '#commands/outbox/correct-row.ts';
import { OutboxBusy } from '#commands/outbox/own-command.ts';
import { createRow } from '#commands/reference/create-row.ts';
import { updateRow } from '#commands/reference/update-row.ts';
import {
  type CreatableCollection,
  editOf,
  type RowCollection,
  type RowEdit,
  type RowFields,
} from '#contract/row-writes.ts';
import type { GestureResult } from '#commands/frame/context.ts';
import { errorsByField } from '#contract/refusal-text.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useProfile } from '../../profile/profile.tsx';
import type { FormOutcome } from '../../shared/manage/use-manage-form.ts';
import { busyText } from '../../text/sending/outbox.ts';
import { makeSure } from '../take-back/make-sure.ts';
import { tellStored } from '../notices/notify-stored.ts';
import { type FormAbout, rowBefore } from './form-row.ts';

/**
 * Runs the gesture that saves a row. When the change is durable, a message shows `done` and whether
 * it is only on this device. A refusal returns to the form, a sentence by field. When it throws,
 * nothing was stored.
 */
async function storeRow(
  at: { mirror: Mirror; done: string },
  gesture: () => Promise<GestureResult>,
): Promise<FormOutcome> {
  const result = await gesture();
  if (result.kind === 'refused') return { kind: 'refused', errors: errorsByField(result.refusals) };
  await tellStored(at.mirror, { title: at.done, commandId: result.commandId });
  return { kind: 'done' };
}

type RowInput<Collection extends RowCollection> = {
  /** All fields of a new row; absent where rows are not made through the queue. */
  readonly creation?: () => Collection extends CreatableCollection ? RowFields<Collection> : never;
  /** The fields that differ from what the form opened with. */
  readonly edit: RowEdit<Collection>;
  /** The files of the form, including those that a corrected command keeps. */
  readonly fileIds?: readonly string[];
};

/**
 * Saves the form of a row: as a new row, as a change or, for a corrected command, as a command that
 * takes its place in the outbox. When that command is being sent, may be on the server or is gone,
 * the form gets a sentence instead.
 */
export function useSaveRow<Collection extends RowCollection>(
  at: FormAbout<Collection> & {
    readonly collection: Collection;
    readonly draftId: string;
    /** The words of the message once the change is stored. */
    readonly done: string;
  },
): (said: RowInput<Collection>) => Promise<FormOutcome> {
  const { collection, draftId, done, row, correcting } = at;
  const { mirror, commandContext, sync } = useProfile();
  const before = rowBefore(at);
  const seen = before === null ? {} : editOf(collection, before);

  function gesture({ creation, edit, fileIds = [] }: RowInput<Collection>): Promise<GestureResult> {
    if (correcting !== undefined) {
      const { id, type, payload } = correcting.command;
      const fields = type === 'create-row' ? creation?.() : { ...payload.fields, ...edit };
      return correctRow(commandContext, { id, fields: fields as never, seen: seen as never, fileIds, draftId });
    }
    if (row !== null) {
      return updateRow(commandContext, { collection, key: row.key, seen, fields: edit, fileIds, draftId } as never);
    }
    return createRow(commandContext, { collection, fields: creation?.(), fileIds, draftId } as never);
  }

  return async (said) => {
    try {
      if (correcting !== undefined && !(await makeSure(sync, correcting.command)))
        return { kind: 'refused', errors: {} };
      return await storeRow({ mirror, done }, () => gesture(said));
    } catch (error) {
      if (error instanceof OutboxBusy) return { kind: 'refused', errors: { '': [busyText(error)] } };
      throw error;
    }
  };
}
