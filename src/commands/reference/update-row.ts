import { judgeEdit } from '#contract/row-forms.ts';
import type { AnyRow, RowCollection, RowEdit } from '#contract/row-writes.ts';
import { dayAt } from '#domain/dates.ts';
import { refuse, type RefusedDecision } from '#domain/refusals.ts';
import { discardDraft } from '#mirror/keep/drafts.ts';
import { manageDraftOf } from '#mirror/keep/written-drafts.ts';
import { nameOfRow, type ReferenceRow } from '#mirror/questions/reference-rows.ts';
import { isManaged, referenceRow } from '#mirror/questions/row-by-key.ts';
import { type CommandPayloads, rowsLaneOf } from '#mirror/store/outbox-row.ts';
import type { FileRow } from '#mirror/store/rows.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { gestureMomentOf, pickedFiles, storeCommand } from '../frame/store-command.ts';
import { judgeHigher, judgeKnown, judgeModel, judgeOneself, judgePermission, judgeWindow } from './judge-known.ts';

export type RowChange<Collection extends RowCollection> = {
  readonly collection: Collection;
  /** `s:<id>`, or the key of a row made here. */
  readonly key: string;
  /** The initial values of the form (`editOf`): unchanged fields are not sent (rule E6). */
  readonly seen: RowEdit<Collection>;
  readonly fields: RowEdit<Collection>;
  /** Kept files to add; only models have any. */
  readonly fileIds?: readonly string[];
  readonly draftId?: string | undefined;
};

/** Changes a row, field by field: the fields that its author changed and no other (rule E6). */
export async function updateRow<Collection extends RowCollection>(
  context: CommandContext,
  { collection, key, seen, fields, fileIds = [], draftId }: RowChange<Collection>,
): Promise<GestureResult> {
  const { mirror, session } = context;
  const forbidden = judgePermission(session, { verb: 'update', collection });
  if (forbidden !== null) return forbidden;
  const shown = await referenceRow(mirror, { collection, key });
  if (shown === null || shown.pencil.isDeleted) return refuse('row_gone');
  const judged = judgeEdit(collection, changedOf(seen, fields));
  if ('kind' in judged) return judged;
  const [files, { performedAtMs }] = await Promise.all([pickedFiles(mirror, fileIds), gestureMomentOf(context)]);
  if (Object.keys(judged.fields).length + files.length === 0) return refuse('nothing_changed');
  const today = dayAt(performedAtMs, session.tenant.time_zone);
  const unfit =
    judgeChange(context, { shown, fields: judged.fields, files }) ??
    (await judgeGuarded(context, { shown, fields: judged.fields })) ??
    (await judgeKnown(context, { collection, fields: judged.fields, key: shown.key, today }));
  if (unfit !== null) return unfit;
  const payload = {
    collection,
    row_keys: [shown.key],
    row_names: [nameOfRow(shown.row as AnyRow)],
    fields: judged.fields,
  } as CommandPayloads['update-row'];
  const documentKey = rowsLaneOf(collection);
  const stored = await storeCommand(context, {
    type: 'update-row',
    documentKey,
    basedOn: null,
    payload,
    files,
    performedAtMs,
    draftId,
  });
  // Where the row was registered while its form was open, its draft may have moved to the row's new
  // key. It holds the same work and goes too.
  const isOfRow = draftId === manageDraftOf(collection, { row: key }) && key !== shown.key;
  if (isOfRow) await discardDraft(mirror, manageDraftOf(collection, { row: shown.key }));
  return stored;
}

type Change = {
  readonly shown: ReferenceRow<RowCollection>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly FileRow[];
};

function judgeChange({ session }: CommandContext, { shown, fields, files }: Change): RefusedDecision | null {
  const row = shown.row as AnyRow;
  if (!isManaged(row)) return refuse('no_permission');
  if ('last_name' in row) {
    if (fields['status'] !== 'inactive') return null;
    return judgeOneself(session, { collection: 'users', serverIds: [shown.serverId] });
  }
  if (!('file_mime_type' in row)) return judgeWindow(fields, row);
  const edit = fields as RowEdit<'models'>;
  const stays = row.files.filter((file) => edit.delete_file_ids?.includes(file.id) !== true);
  return judgeModel({
    session,
    type: edit.file_mime_type ?? row.file_mime_type,
    organizationIds: edit.organization_ids ?? [],
    kept: [...stays, ...shown.pencil.files].map((file) => file.name),
    picked: files,
  });
}

/** Refuses changes of e-mail and status of a person with more permissions. */
async function judgeGuarded(
  context: CommandContext,
  { shown, fields }: Pick<Change, 'shown' | 'fields'>,
): Promise<RefusedDecision | null> {
  const field = ['email', 'status'].find((name) => name in fields);
  if (!('last_name' in (shown.row as AnyRow)) || field === undefined) return null;
  return judgeHigher(context, { collection: 'users', serverIds: [shown.serverId], field });
}

/** The fields that differ from what their author saw. */
function changedOf(seen: object, fields: object): Record<string, unknown> {
  const before: Readonly<Record<string, unknown>> = { ...seen };
  const isChanged = ([name, value]: [string, unknown]) => value !== undefined && !isSame(before[name], value);
  return Object.fromEntries(Object.entries(fields).filter(isChanged));
}

/**
 * Whether both values mean the same: lists of ids are equal in any order, and an empty list and 0
 * (no day, rule C3) are equal to null.
 */
function isSame(left: unknown, right: unknown): boolean {
  const [before, after] = [normal(left), normal(right)];
  return before === after;
}

function normal(value: unknown): unknown {
  if (!Array.isArray(value)) return value === undefined || value === 0 ? null : value;
  return value.length === 0 ? null : [...new Set(value)].toSorted((left, right) => left - right).join();
}
