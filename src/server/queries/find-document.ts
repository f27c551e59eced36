import { DocumentLog, DocumentViewer, Interaction } from '#contract/documents.ts';
import { FileRef, OrganizationRef, PersonRef } from '#contract/scalars.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { anyOf, fixedSql, instantJson, organizationJson, personJson, sectorJoin } from '../db/json.ts';
import type { TenantViewer } from '../policies/actor.ts';
import { visibleTo } from '../policies/visibility.ts';
import { documentRowColumns, documentRowJoin, keptRowColumns, StoredDocumentRow } from './document-row.ts';

/**
 * The most lines of a history that an answer has, the newest ones: of views, and of everything
 * else. The list of viewers counts all views.
 */
const LINES_MAX = { views: 500, others: 1000 };

const StoredFile = v.object({ ...FileRef.entries, interaction_id: v.nullable(v.number()) });
const StoredInteraction = v.object({
  ...v.omit(Interaction, ['creator', 'files', 'creator_then']).entries,
  creator_id: v.number(),
});
const StoredLog = v.object({
  ...v.omit(DocumentLog, ['creator', 'responsibles', 'organizations', 'creator_then']).entries,
  creator_id: v.number(),
  responsible_ids: v.array(v.number()),
  organization_ids: v.array(v.number()),
});
const StoredViewer = v.object({ ...v.omit(DocumentViewer, ['user']).entries, user_id: v.number() });

/**
 * Details as the database gives them: the lines of the thread and of the history with ids, and each
 * person and sector once. Naming them in each line took half of the time of reading a document.
 */
export const StoredDocumentDetails = v.object({
  id: v.number(),
  rev: v.number(),
  content: v.string(),
  files: v.array(StoredFile),
  interactions: v.array(StoredInteraction),
  logs: v.array(StoredLog),
  viewers: v.array(StoredViewer),
  people: v.array(PersonRef),
  /** Names that these people had before, the earliest first. */
  former_names: v.array(v.object({ user_id: v.number(), name: v.string(), until: v.string() })),
  organizations: v.array(OrganizationRef),
});
export type StoredDocumentDetails = v.InferOutput<typeof StoredDocumentDetails>;

function happeningJson(alias: string, viewer: TenantViewer): SQL {
  return sql`'created_at', ${instantJson(`${alias}.created_at`)}, 'performed_at', ${instantJson(`${alias}.performed_at`)},
    'clock_suspect', ${sql.raw(alias)}.clock_suspect,
    'command_id', case when ${sql.raw(alias)}.creator_id = ${viewer.userId} then ${sql.raw(alias)}.command_id end`;
}

const FILE = sql`json_build_object('id', f.id, 'name', f.name, 'mime_type', f.mime_type, 'size', f.size,
    'sha256', f.sha256, 'interaction_id', f.interaction_id)`;

/** StoredDocumentDetails of alias `d` as one JSON value. The query needs `documentDetailsJoin`. */
export const documentDetailsJson: SQL = fixedSql(sql`json_build_object('id', d.id, 'rev', d.rev, 'content', d.content,
    'files', coalesce((
      select json_agg(${FILE} order by f.position, f.id) from files f
        where f.tenant_id = d.tenant_id and f.document_id = d.id and f.deleted_at is null), '[]'::json),
    'interactions', coalesce(thread.lines, '[]'::json),
    'logs', coalesce(history.lines, '[]'::json),
    'viewers', coalesce(viewed.lines, '[]'::json),
    'people', coalesce((
      select json_agg(${personJson('pu', 'po')}) from users pu ${sectorJoin('pu', 'po')}
        where pu.tenant_id = d.tenant_id and pu.id = any(thread.people || history.people || viewed.people)), '[]'::json),
    'former_names', coalesce((
      select json_agg(json_build_object('user_id', fn.user_id, 'name', trim(fn.name || ' ' || fn.last_name),
          'until', ${instantJson('fn.until')}) order by fn.until, fn.id)
        from former_names fn where fn.tenant_id = d.tenant_id and fn.user_id = any(thread.people || history.people)), '[]'::json),
    'organizations', coalesce((
      select json_agg(${organizationJson('lo')}) from organizations lo
        where lo.tenant_id = d.tenant_id and lo.id = any(history.sectors)), '[]'::json))`);

/**
 * Reads the thread, the history and the viewers of alias `d`, and the ids of their people and
 * sectors.
 */
export function documentDetailsJoin(viewer: TenantViewer): SQL {
  return sql`cross join lateral (
      select json_agg(json_build_object('id', i.id, 'creator_id', i.creator_id, 'content', i.content,
          ${happeningJson('i', viewer)}) order by i.id) as lines,
        array_agg(i.creator_id) as people
      from interactions i where i.tenant_id = d.tenant_id and i.document_id = d.id) thread
    cross join lateral (
      select json_agg(json_build_object('id', l.id, 'action', l.action, 'creator_id', l.creator_id,
          'limit_date', l.limit_date, 'responsible_ids', l.responsible_ids, 'organization_ids', l.organization_ids,
          'reason', l.reason, ${happeningJson('l', viewer)}) order by l.id) as lines,
        array_agg(l.creator_id) || ${idsOf('l.responsible_ids')} as people, ${idsOf('l.organization_ids')} as sectors
      from logs l where l.tenant_id = d.tenant_id and l.document_id = d.id
        and case when l.action = 'view' then l.id >= ${newestLines('=', LINES_MAX.views)}
          else l.id >= ${newestLines('<>', LINES_MAX.others)} end) history
    ${VIEWED}`;
}

/**
 * The id of the oldest of the newest `max` lines of alias `d`: of the views (`=`), or of all other
 * lines (`<>`).
 */
function newestLines(isView: '=' | '<>', max: number): SQL {
  return sql.raw(`coalesce((select n.id from logs n where n.tenant_id = d.tenant_id and n.document_id = d.id
      and n.action ${isView} 'view' order by n.id desc offset ${max - 1} limit 1), 0)`);
}

/**
 * The people who have opened alias `d`, in the order of their first views: from the lines of the
 * history, and from repeated views, which have no line (rule E2).
 */
const VIEWED = fixedSql(sql`cross join lateral (
      select json_agg(json_build_object('user_id', one.creator_id, 'count', one.lines + coalesce(more.count, 0),
          'first_at', ${instantJson('least(one.first_at, more.first_at)')},
          'last_at', ${instantJson('greatest(one.last_at, more.last_at)')},
          'offline', case when more.last_at >= one.last_at then more.offline else one.offline end) order by one.first_id) as lines,
        array_agg(one.creator_id) as people
      from (select v.creator_id, count(*)::int as lines, min(v.id) as first_id, min(v.performed_at) as first_at,
          max(v.performed_at) as last_at, (array_agg(v.offline order by v.performed_at desc, v.id desc))[1] as offline
        from logs v where v.tenant_id = d.tenant_id and v.document_id = d.id and v.action = 'view'
        group by v.creator_id) one
      left join repeated_views more
        on (more.tenant_id, more.document_id, more.creator_id) = (d.tenant_id, d.id, one.creator_id)) viewed`);

/**
 * All ids of an array column over the rows of an aggregate, by way of a text. Most lines have no
 * ids, and PostgreSQL can't gather arrays of different lengths. `column` must be a constant of the
 * code: it is not escaped.
 */
function idsOf(column: string): SQL {
  return sql`string_to_array(string_agg(nullif(array_to_string(${sql.raw(column)}, ','), ''), ','), ',')::bigint[]`;
}

const StoredDocument = v.object({ ...StoredDocumentRow.entries, details: StoredDocumentDetails });
export type StoredDocument = v.InferOutput<typeof StoredDocument>;
const KeptDocument = v.object({ ...StoredDocument.entries, row: v.nullable(StoredDocumentRow.entries.row) });

type Search = { readonly viewer: TenantViewer; readonly id: number };
type Some = { readonly viewer: TenantViewer; readonly ids: readonly number[] };

/** Runs one statement in the tenant: in a transaction of its own, or in the caller's. */
type ReadOnce = <Rows>(statement: (tx: Transaction) => Promise<Rows>) => Promise<Rows>;

/**
 * One document with its details, or null when the person does not see it. Records no view. Takes
 * one statement while the document's row is kept (S17), and two otherwise: a statement that could
 * also build the row costs twice as much, because PostgreSQL prepares all of its parts each time.
 */
export async function findDocument(read: ReadOnce, search: Search): Promise<StoredDocument | null> {
  const found = await read((tx) => findKept(tx.rowsOf, search));
  if (found !== 'not kept') return found;
  const { viewer } = search;
  const built = await read((tx) =>
    tx.rowsOf(
      StoredDocument,
      sql`select ${documentRowColumns(viewer)}, ${withDetails(viewer, sql`d.id = ${search.id}`)}`,
    ),
  );
  return built[0] ?? null;
}

/**
 * Like `findDocument`, as the last statement of a transaction, whose commit is sent with it. `not
 * kept`: findDocument has to build the row first.
 */
export function findDocumentLast(tx: Transaction, search: Search): Promise<StoredDocument | null | 'not kept'> {
  return findKept(tx.lastRowsOf, search);
}

async function findKept(rowsOf: Transaction['rowsOf'], search: Search): Promise<StoredDocument | null | 'not kept'> {
  const { viewer, id } = search;
  const which = withDetails(viewer, sql`d.id = ${id}`);
  const [found] = await rowsOf(KeptDocument, sql`select ${keptRowColumns(viewer)}, ${which}`);
  if (found === undefined) return null;
  const { row } = found;
  return row === null ? 'not kept' : { ...found, row };
}

function withDetails(viewer: TenantViewer, which: SQL): SQL {
  return sql`${documentDetailsJson} as details from documents d ${documentRowJoin} ${documentDetailsJoin(viewer)}
    where ${which} and ${visibleTo(viewer)}`;
}

/**
 * Details of those of `ids` that the person sees. Takes one statement and records no view
 * (src/sync/promises.md, Rows on the wire).
 */
export async function findDetails(tx: Transaction, search: Some): Promise<StoredDocumentDetails[]> {
  if (search.ids.length === 0) return [];
  const rows = await tx.rowsOf(
    v.object({ details: StoredDocumentDetails }),
    sql`
    select ${documentDetailsJson} as details from documents d ${documentDetailsJoin(search.viewer)}
    where d.id = ${anyOf(search.ids)} and ${visibleTo(search.viewer)}`,
  );
  return rows.map((row) => row.details);
}

/** Finds documents with their rows, whether the rows are kept or have to be built. */
export async function findWhole(tx: Transaction, { viewer, ids }: Some): Promise<StoredDocument[]> {
  if (ids.length === 0) return [];
  return tx.rowsOf(
    StoredDocument,
    sql`select ${documentRowColumns(viewer)}, ${withDetails(viewer, sql`d.id = ${anyOf(ids)}`)}`,
  );
}
