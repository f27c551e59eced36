import { judgeCreation } from '#contract/row-forms.ts';
import type { AnyRow, CreatableCollection, RowFields } from '#contract/row-writes.ts';
import { dayAt } from '#domain/dates.ts';
import type { RefusedDecision } from '#domain/refusals.ts';
import { rowMade } from '#mirror/fold/row-fields.ts';
import { type CommandPayloads, rowsLaneOf } from '#mirror/store/outbox-row.ts';
import type { FileRow } from '#mirror/store/rows.ts';
import type { CommandContext, StoredResult } from '../frame/context.ts';
import { gestureMomentOf, pickedFiles, storeCommand } from '../frame/store-command.ts';
import { judgeKnown, judgeModel, judgePermission, judgeWindow } from './judge-known.ts';

export type NewRow<Collection extends CreatableCollection> = {
  readonly collection: Collection;
  readonly fields: RowFields<Collection>;
  /** Kept files of the form, in the order in which they were picked; only models have any. */
  readonly fileIds?: readonly string[];
  readonly draftId?: string | undefined;
  /** The key of the row whose creation is corrected; absent: a new row. */
  readonly rowKey?: string | undefined;
};

/** A row made here: `rowKey` is its key in the mirror, also after the server has given it an id. */
export type RowStored = StoredResult & { readonly rowKey: string };

/**
 * Creates a sector, an alert, a subject or a model. Users are created online, because they need a
 * password.
 */
export async function createRow<Collection extends CreatableCollection>(
  context: CommandContext,
  { collection, fields, fileIds = [], draftId, rowKey = context.newId() }: NewRow<Collection>,
): Promise<RowStored | RefusedDecision> {
  const forbidden = judgePermission(context.session, { verb: 'create', collection });
  if (forbidden !== null) return forbidden;
  const judged = judgeCreation(collection, fields);
  if ('kind' in judged) return judged;
  const [files, { performedAtMs }] = await Promise.all([
    pickedFiles(context.mirror, fileIds),
    gestureMomentOf(context),
  ]);
  const at = new Date(performedAtMs).toISOString();
  const row = rowMade(collection, { fields: judged.fields as never, sectors: new Map(), at });
  const today = dayAt(performedAtMs, context.session.tenant.time_zone);
  const unfit =
    judgeWindow(judged.fields) ??
    judgeMade(context, { row: row as AnyRow, files }) ??
    (await judgeKnown(context, { collection, fields: judged.fields, key: rowKey, today }));
  if (unfit !== null) return unfit;
  const stored = await storeCommand(context, {
    type: 'create-row',
    documentKey: rowsLaneOf(collection),
    basedOn: null,
    payload: { collection, row_key: rowKey, fields: judged.fields } as CommandPayloads['create-row'],
    files,
    performedAtMs,
    draftId,
  });
  return { ...stored, rowKey };
}

function judgeMade(
  { session }: CommandContext,
  { row, files }: { row: AnyRow; files: readonly FileRow[] },
): RefusedDecision | null {
  if (!('file_mime_type' in row)) return null;
  const organizationIds = row.organizations.map((sector) => sector.id);
  return judgeModel({ session, type: row.file_mime_type, organizationIds, kept: [], picked: files });
}
