import {
  type ColumnField,
  DOCUMENT_FIELD_NAMES,
  DOCUMENT_FIELDS,
  type DocumentField,
} from '#contract/document-fields.ts';
import { DocumentRow } from '#contract/documents.ts';
import { MARK_LENGTH } from '#contract/scalars.ts';
import { sql, type SQL } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { fixedSql, instantJson, organizationJson, personJson, sectorJoin } from '../db/json.ts';
import type { TenantViewer } from '../policies/actor.ts';

/**
 * The mark of a document: made once, the same in every copy of the database (S168). The column
 * holds the id of the command that made the document, or a random one. Rows carry a digest, so that
 * a page of many stays small and no id of another person's command leaves the server. This is the
 * digest for alias `d`.
 */
const markSql: SQL = sql.raw(
  `left(translate(encode(sha256(convert_to(d.mark::text, 'UTF8')), 'base64'), '+/', '-_'), ${MARK_LENGTH})`,
);

/**
 * Whether `said` is the mark of this document. Its author's device knows the command's id before
 * there is a row, and may send that.
 */
export function isMarkOf(mark: string, said: string): boolean {
  return said === mark || said === createHash('sha256').update(mark).digest('base64url').slice(0, MARK_LENGTH);
}

/**
 * A list row as the database keeps it, and the command, which only its author gets
 * (src/sync/promises.md, Rows on the wire).
 */
export const StoredDocumentRow = v.object({
  /** All of DocumentRow except `status`, which depends on today. */
  row: v.omit(DocumentRow, ['status', 'command_id']),
  command_id: v.nullable(v.string()),
});
export type StoredDocumentRow = v.InferOutput<typeof StoredDocumentRow>;

/** A kept row as the text of its JSON, for code that only passes it on. */
export const StoredDocumentText = v.object({ ...StoredDocumentRow.entries, row: v.string() });
export type StoredDocumentText = v.InferOutput<typeof StoredDocumentText>;

/**
 * The columns of StoredDocumentRow, or of StoredDocumentText, for alias `d`. The query needs
 * `documentRowJoin`.
 */
export function documentRowColumns(viewer: TenantViewer, form: 'json' | 'text' = 'json'): SQL {
  return sql`coalesce(kept.row, ${builtRow(sql`d.rev`)})::${sql.raw(form)} as row, ${ownCommand(viewer)}`;
}

/** The text of a document's row. The alias `k` has the document's id and present rev. */
export function documentRowText(tenantId: number): SQL {
  return sql`coalesce(
    (select kept.row::text from document_rows kept
      where kept.tenant_id = ${tenantId} and kept.document_id = k.id and kept.rev = k.rev),
    (select ${builtRow(sql`d.rev`)}::text from documents d
      where d.tenant_id = ${tenantId} and d.id = k.id and d.rev = k.rev))`;
}

/** Like `documentRowColumns`, with null where no row is kept. */
export function keptRowColumns(viewer: TenantViewer): SQL {
  return sql`kept.row, ${ownCommand(viewer)}`;
}

/** The command that made alias `d`, to its author alone. */
export function ownCommand(viewer: TenantViewer): SQL {
  return sql`case when d.created_by = ${viewer.userId} then d.command_id end as command_id`;
}

/** Joins the row that was kept when alias `d` got its present number (S17). */
export const documentRowJoin: SQL = sql`left join document_rows kept
    on kept.tenant_id = d.tenant_id and kept.document_id = d.id and kept.rev = d.rev`;

/**
 * Stores the rows of documents under the change number `rev`. The documents' own column may still
 * have the number before.
 */
export function keepRows(documents: { tenantId: number; where: SQL; rev: SQL }): SQL {
  const { rev } = documents;
  return sql`insert into document_rows (tenant_id, document_id, rev, row)
    select d.tenant_id, d.id, ${rev}, ${builtRow(rev)} from documents d
    where d.tenant_id = ${documents.tenantId} and ${documents.where}
    on conflict (tenant_id, document_id) do update set rev = excluded.rev, row = excluded.row
      where document_rows.rev < excluded.rev`;
}

/**
 * Fields of a row that other SQL adds: its id and number, the status of the day, and the command
 * that only its author gets.
 */
type FromElsewhere = 'id' | 'rev' | 'status' | 'command_id';

/** The SQL of fields that are not simply the column of their name. */
const OWN_SQL: Readonly<Record<Exclude<DocumentField, ColumnField | FromElsewhere>, SQL>> = {
  creator: sql`(select ${personJson('cu', 'co')} from users cu ${sectorJoin('cu', 'co')}
      where cu.tenant_id = d.tenant_id and cu.id = d.created_by)`,
  origin: sql`(select ${organizationJson('oo')} from organizations oo
      where oo.tenant_id = d.tenant_id and oo.id = d.origin_organization_id)`,
  subject: sql`(select json_build_object('id', s.id, 'name', s.name) from document_subjects s
      where s.tenant_id = d.tenant_id and s.id = d.subject_id)`,
  responsibles: sql`coalesce(json_agg(${personJson('ru', 'ro')} order by r.position) filter (where r.current), '[]'::json)`,
  organizations: sql`coalesce((
      select json_agg(${organizationJson('so')} order by x.position) from document_organizations x
        join organizations so on so.tenant_id = x.tenant_id and so.id = x.organization_id
        where x.tenant_id = d.tenant_id and x.document_id = d.id and x.current), '[]'::json)`,
  tags: sql`coalesce((
      select json_agg(json_build_object('title', t.title, 'type', t.type, 'user_id', t.user_id) order by t.position)
        from document_tags t where t.tenant_id = d.tenant_id and t.document_id = d.id), '[]'::json)`,
  facts: sql`json_build_object(
      'responsible_ids_ever', coalesce(json_agg(r.user_id order by r.arrived_at, r.position), '[]'::json),
      'completed_by', d.completed_by, 'seen_by_responsible', d.seen_by_responsible,
      'arrived_at', coalesce(json_object_agg(r.user_id, ${instantJson('r.arrived_at')}), '{}'::json))`,
  mark: markSql,
};

function fieldSql(name: DocumentField): SQL[] {
  const field = DOCUMENT_FIELDS[name];
  const ofColumn = (type: string): SQL => (type === 'instant' ? instantJson(`d.${name}`) : sql.raw(`d.${name}`));
  const value = 'column' in field ? ofColumn(field.column) : (OWN_SQL as Partial<Record<DocumentField, SQL>>)[name];
  return value === undefined ? [] : [sql`${sql.raw(`'${name}'`)}, ${value}`];
}

/**
 * The fields of a row after `rev` (src/contract/document-fields.ts), and the end of the select that
 * `builtRow` begins.
 */
const REST_OF_ROW = fixedSql(sql`${sql.join(DOCUMENT_FIELD_NAMES.flatMap(fieldSql), sql`, `)})
    from document_responsibles r
    join users ru on ru.tenant_id = r.tenant_id and ru.id = r.user_id
    ${sectorJoin('ru', 'ro')}
    where r.tenant_id = d.tenant_id and r.document_id = d.id)`);

function builtRow(rev: SQL): SQL {
  return sql`(select json_build_object('id', d.id, 'rev', ${rev}, ${REST_OF_ROW}`;
}

/**
 * The JSON of a row that is stored as text, with fields added for one person and day. `added` has
 * at least one field, and none that the row has.
 */
export function rowJson(row: string, added: object): string {
  return `${JSON.stringify(added).slice(0, -1)},${row.slice(row.indexOf('{') + 1)}`;
}
