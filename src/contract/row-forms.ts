// Writes on rows of reference data as forms: which fields a form may have, and how requests spell
// them.

import { REFUSAL_CODES, type Refusal, type RefusalCode, type RefusedDecision } from '#domain/refusals.ts';
import * as v from 'valibot';
import { changePairsOf, pairsOf, type FormPair } from './form.ts';
import { Ids, StatusInput } from './reference-writes.ts';
import {
  ROW_WRITES,
  type CreatableCollection,
  type RowCollection,
  type RowEdit,
  type RowFields,
} from './row-writes.ts';
import type { ActiveStatus } from './scalars.ts';

/** The fields as they are stored and sent, or their refusals, both under the names of the wire. */
export type JudgedFields = { readonly fields: Readonly<Record<string, unknown>> } | RefusedDecision;

/** The fields of a new row, judged by the schema that the server reads it with. */
export function judgeCreation(collection: CreatableCollection, fields: object): JudgedFields {
  return judged(ROW_WRITES[collection].create, fields);
}

/** The fields of a change, judged by its schema. */
export function judgeEdit(collection: RowCollection, fields: object): JudgedFields {
  return judged(ROW_WRITES[collection].edit, fields);
}

/** Only given fields are returned: the server fills in defaults. */
function judged(schema: v.GenericSchema, fields: object): JudgedFields {
  const { success, output, issues } = v.safeParse(schema, fields, { abortPipeEarly: true });
  if (!success) return { kind: 'refused', refusals: issues.map(refusalOf) as unknown as RefusedDecision['refusals'] };
  const said = Object.entries(output as Record<string, unknown>);
  return { fields: Object.fromEntries(said.filter(([name, value]) => name in fields && value !== undefined)) };
}

const CODES: ReadonlySet<string> = new Set(REFUSAL_CODES);

/**
 * A schema puts the code of a refusal into its message where it has one. A missing field is
 * `required`.
 */
function refusalOf({ message, input, path }: v.BaseIssue<unknown>): Refusal {
  const field = path?.[0]?.key;
  const code = CODES.has(message) ? (message as RefusalCode) : input === undefined ? 'required' : 'invalid';
  return { code, field: typeof field === 'string' ? field : null };
}

/** The form of a new row. `hashes`: SHA-256 of its files, which only models have. */
export function creationPairs<Collection extends CreatableCollection>(
  collection: Collection,
  { fields, hashes }: { fields: RowFields<Collection>; hashes: readonly string[] },
): FormPair[] {
  return pairsOf(ROW_WRITES[collection].create as v.GenericSchema, { ...fields, files_sha256: hashes });
}

/** The form of a change of one row: the given fields, also those that are emptied. */
export function editPairs<Collection extends RowCollection>(
  collection: Collection,
  { id, fields, hashes }: { id: number; fields: RowEdit<Collection>; hashes: readonly string[] },
): FormPair[] {
  const edit: v.GenericSchema = ROW_WRITES[collection].edit;
  return [
    ['_method', 'PUT'],
    ...idPairs(collection, [id]),
    ...changePairsOf(edit, fields),
    ...pairsOf(edit, { files_sha256: hashes }),
  ];
}

export function switchPairs(
  collection: RowCollection,
  { ids, status }: { ids: readonly number[]; status: ActiveStatus },
): FormPair[] {
  return [['_method', 'PATCH'], ...idPairs(collection, ids), ...pairsOf(v.object({ status: StatusInput }), { status })];
}

export function deletionPairs(collection: RowCollection, ids: readonly number[]): FormPair[] {
  return [['_method', 'DELETE'], ...idPairs(collection, ids)];
}

function idPairs(collection: RowCollection, ids: readonly number[]): FormPair[] {
  const { ids: name } = ROW_WRITES[collection];
  return pairsOf(v.object({ [name]: Ids }) as v.GenericSchema, { [name]: ids });
}
