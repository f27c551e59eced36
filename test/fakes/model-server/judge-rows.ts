// Writes on rows of reference data: creation, changes of fields, status and deletion, all rows or
// none. The routes' own schemas read the fields. Their effect on a row is written here
// independently, so that the device's fold can be compared with it.

import { fieldsOf, type FormPair } from '#contract/form.ts';
import type { FileRef } from '#contract/scalars.ts';
import { Ids, StatusInput } from '#contract/reference-writes.ts';
import { ROW_COLLECTIONS, ROW_WRITES, type RowCollection } from '#contract/row-writes.ts';
import type { Receipt } from '#contract/writes.ts';
import * as v from 'valibot';
import { NOT_FOUND, problem, type WireAnswer } from './answers.ts';
import { nextId, nextRev, organizationRef, rowsOf, type Model, type ModelRow } from './model.ts';
import { showNames } from './renaming.ts';
import { keep, known, type Writer } from './write.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One write on rows, as it arrived. */
export type RowWrite = {
  readonly path: string;
  readonly pairs: readonly FormPair[];
  readonly files: readonly FileRef[];
  readonly writer: Writer;
};

type Judging = RowWrite & { readonly model: Model; readonly collection: RowCollection };
type Effect = { readonly ids: readonly number[]; readonly rowId?: number; readonly fields: Fields };

/** The answer; null when the path is not one of a collection. */
export function writeRows(model: Model, write: RowWrite): WireAnswer | null {
  const collection = ROW_COLLECTIONS.find((name) => ROW_WRITES[name].path === write.path);
  if (collection === undefined) return null;
  const judging = { ...write, model, collection };
  const method = write.pairs.find(([name]) => name === '_method')?.[1] ?? 'POST';
  const earlier = known(model, write.writer);
  if (earlier !== null)
    return 'answer' in earlier ? earlier.answer : told(judging, { method, ...earlier, replayed: true });
  const effect = judgeBy(judging, method);
  if ('status' in effect) {
    if (write.writer.key !== null) model.refused.add(write.writer.key);
    return effect;
  }
  return settled(judging, { method, effect });
}

function judgeBy(judging: Judging, method: string): Effect | WireAnswer {
  switch (method) {
    case 'PUT':
      return change(judging);
    case 'PATCH':
      return switched(judging);
    case 'DELETE':
      return deleted(judging);
    default:
      return make(judging);
  }
}

const KINDS = {
  organizations: 'organization',
  alerts: 'alert',
  document_subjects: 'document-subject',
  models: 'model',
  holidays: 'holiday',
  users: 'user',
} as const;

function settled({ model, collection, writer }: Judging, done: { method: string; effect: Effect }): WireAnswer {
  const { method, effect } = done;
  const rev = nextRev(model);
  for (const id of effect.ids) stamp(model, { collection, id, rev });
  if (effect.fields['organization_id'] !== undefined) for (const id of effect.ids) newSight(model, { id, rev });
  if (method !== 'POST') showNames(model, { collection, ids: effect.ids, fields: effect.fields, rev });
  const type =
    { PUT: `update-${KINDS[collection]}`, PATCH: `toggle-${collection}`, DELETE: `delete-${collection}` }[method] ??
    `create-${KINDS[collection]}`;
  model.effects.push({
    key: writer.key,
    type,
    sessionUserId: writer.sessionUserId,
    documentId: 0,
    rows: effect.ids.map((id) => `${collection}:${id}`),
    fields: effect.fields,
    result: 'applied',
    rev,
  });
  const ids = effect.rowId === undefined ? {} : { row_id: effect.rowId };
  const at = new Date(model.now()).toISOString();
  const receipt: Receipt | null =
    writer.key === null ? null : { key: writer.key, type, result: 'applied', ids, rev, at };
  if (receipt !== null) keep(model, { writer, receipt });
  const judging = { model, collection, writer } as Judging;
  return told(judging, { method, receipt, rowId: effect.rowId, count: effect.ids.length });
}

/**
 * A new number; a deleted alert or model becomes a tombstone, other rows stay because their names
 * are still shown (rule B11).
 */
function stamp(model: Model, { collection, id, rev }: { collection: RowCollection; id: number; rev: number }): void {
  const rows = rowsOf(model, collection);
  const row = rows.get(id);
  if (row === undefined) model.tombstones.push({ collection: collection as 'alerts' | 'models' | 'holidays', id, rev });
  else rows.set(id, { ...row, rev });
}

/** Who gets another sector sees other documents. */
function newSight(model: Model, { id, rev }: { id: number; rev: number }): void {
  const user = model.users.get(id);
  if (user !== undefined) model.users.set(id, { ...user, scopeEpoch: `${id}-${rev}` });
}

type RowReply = {
  readonly method: string;
  readonly receipt: Receipt | null;
  readonly rowId?: number | undefined;
  readonly count?: number;
  readonly replayed?: boolean;
};

function told(
  { model, collection, writer }: Judging,
  { method, receipt, count = 0, replayed = false, rowId }: RowReply,
): WireAnswer {
  const id = rowId ?? receipt?.ids.row_id ?? 0;
  const row = rowsOf(model, collection).get(id);
  const counted = method === 'PATCH' ? { updated: count } : { deleted: count };
  const isOne = method === 'PUT' || method === 'POST';
  const shown = row === undefined ? {} : { [ROW_WRITES[collection].answer]: forReader(row, writer.sessionUserId) };
  const said = isOne ? shown : counted;
  return {
    status: method === 'POST' ? 201 : 200,
    json: receipt === null ? said : { ...said, receipt },
    ...(replayed ? { headers: { 'Idempotent-Replayed': 'true' } } : {}),
  };
}

/** The command that made it is told to its author only. */
export function forReader({ madeBy, ...row }: ModelRow, userId: number): object {
  return madeBy === undefined ? row : { ...row, command_id: madeBy.userId === userId ? madeBy.key : null };
}

function make({ model, collection, pairs, files, writer }: Judging): Effect | WireAnswer {
  const { create } = ROW_WRITES[collection];
  if (create === null) return problem(404, { message: 'Rota desconhecida.' });
  const read = v.safeParse(create as v.GenericSchema<unknown, Fields>, fieldsOf(create, pairs));
  if (!read.success) return invalid(String(read.issues[0].path?.[0]?.key));
  const taken = takenName(model, { fields: read.output, id: 0 });
  if (taken !== null) return taken;
  const id = nextId(model);
  const madeBy = writer.key === null ? {} : { madeBy: { userId: writer.sessionUserId, key: writer.key } };
  const blank = { id, rev: 0, ...BLANK[collection](new Date(model.now()).toISOString()), ...madeBy };
  rowsOf(model, collection).set(id, withFields(model, { row: blank as ModelRow, fields: read.output, files }));
  return { ids: [id], rowId: id, fields: read.output };
}

function change({ model, collection, pairs, files }: Judging): Effect | WireAnswer {
  const { edit, ids: name } = ROW_WRITES[collection];
  const body = fieldsOf(v.object({ ...edit.entries, [name]: Ids }), pairs) as Fields;
  const { _method: _how, [name]: ids, ...given } = body;
  const read = v.safeParse(edit as v.GenericSchema<unknown, Fields>, given);
  if (!read.success) return invalid(String(read.issues[0].path?.[0]?.key));
  const [id = 0] = v.parse(Ids, ids);
  const row = liveRow(model, { collection, id });
  if (row === null) return NOT_FOUND;
  const fields = Object.fromEntries(
    Object.entries(read.output).filter(([field]) => field in given && field !== 'files_sha256'),
  );
  const taken = takenName(model, { fields, id });
  if (taken !== null) return taken;
  rowsOf(model, collection).set(id, withFields(model, { row, fields, files }));
  return { ids: [id], rowId: id, fields };
}

function switched(judging: Judging): Effect | WireAnswer {
  const { model, collection, pairs, writer } = judging;
  const ids = idsIn(judging);
  if (ids.some((id) => liveRow(model, { collection, id }) === null)) return NOT_FOUND;
  const status = v.parse(StatusInput, pairs.find(([name]) => name === 'status')?.[1]);
  if (isOneself(judging, ids) && status === 'inactive') return invalid(`user_ids of ${writer.sessionUserId}`);
  for (const id of ids) {
    const row = liveRow(model, { collection, id });
    if (row !== null) rowsOf(model, collection).set(id, { ...row, status });
  }
  return { ids, fields: { status } };
}

function deleted(judging: Judging): Effect | WireAnswer {
  const { model, collection } = judging;
  const ids = idsIn(judging);
  if (ids.some((id) => liveRow(model, { collection, id }) === null)) return NOT_FOUND;
  if (isOneself(judging, ids)) return invalid('user_ids');
  for (const id of ids) {
    const row = liveRow(model, { collection, id });
    if (row === null) continue;
    if ('deleted' in row) rowsOf(model, collection).set(id, { ...row, deleted: true });
    else rowsOf(model, collection).delete(id);
  }
  return { ids, fields: { deleted: true } };
}

function isOneself({ collection, writer }: Judging, ids: readonly number[]): boolean {
  return collection === 'users' && ids.includes(writer.sessionUserId);
}

function idsIn({ collection, pairs }: Judging): number[] {
  const { ids: name } = ROW_WRITES[collection];
  const body = fieldsOf(v.object({ [name]: Ids }), pairs) as Fields;
  return [...new Set(v.parse(Ids, body[name]))].toSorted((left, right) => left - right);
}

function liveRow(model: Model, at: { collection: RowCollection; id: number }): ModelRow | null {
  const row = rowsOf(model, at.collection).get(at.id);
  return row === undefined || row['deleted'] === true ? null : row;
}

/** Acronyms are unique (rule H15), and a day has one row. */
function takenName(model: Model, { fields, id }: { fields: Fields; id: number }): WireAnswer | null {
  const { acronym, day } = fields;
  if ([...model.holidays.values()].some((row) => row.id !== id && row.day === day)) return invalid('day');
  const taken = [...model.organizations.values()].some((row) => row.id !== id && row.acronym === acronym);
  return taken ? invalid('acronym') : null;
}

function invalid(field: string): WireAnswer {
  return problem(422, { message: 'Os dados são inválidos.', type: 'invalid', errors: { [field]: ['inválido'] } });
}

const BLANK: Readonly<Record<RowCollection, (at: string) => object>> = {
  organizations: () => ({ deleted: false }),
  alerts: () => ({}),
  document_subjects: () => ({
    submission_start_day: null,
    submission_end_day: null,
    exempt_submission_date_organizations: [],
    deleted: false,
  }),
  models: (at) => ({ organizations: [], files: [], created_at: at }),
  holidays: () => ({ exempt_organization_ids: [] }),
  users: () => ({}),
};

function withFields(
  model: Model,
  { row, fields, files }: { row: ModelRow; fields: Fields; files: readonly FileRef[] },
): ModelRow {
  const refs = (ids: unknown) => (ids as number[]).flatMap((id) => organizationRef(model, id) ?? []);
  const {
    files_sha256: _hashes,
    delete_file_ids: removed = [],
    organization_ids: sectors,
    organization_id: sector,
    submission_date_exempt_organization_ids: exempt,
    ...plain
  } = fields;
  const kept = ((row['files'] ?? []) as FileRef[]).filter((file) => !(removed as number[]).includes(file.id));
  const added = files.map(({ sha256: _hash, ...file }) => file);
  return {
    ...row,
    ...plain,
    ...(sectors === undefined ? {} : { organizations: refs(sectors) }),
    ...(sector === undefined ? {} : { organization: organizationRef(model, sector as number | null) }),
    ...(exempt === undefined ? {} : { exempt_submission_date_organizations: refs(exempt) }),
    ...('files' in row ? { files: [...kept, ...added] } : {}),
  };
}
