import { sql, type SQL } from 'drizzle-orm';
import { DocumentLog, Interaction, type DocumentViewer } from '#contract/documents.ts';
import { FileRef, OrganizationRef, PersonRef } from '#contract/references.ts';
import * as v from 'valibot';
import type { TenantViewer } from '../policies/actor.ts';
import { fixedSql } from '../db/fixed-sql.ts';
import { instantJson, organizationJson, personJson, sectorJoin } from '../db/json.ts';

/** A line of the history with its people and sectors named. Every view is there, oldest first. */
export type StoredView = DocumentLog & { readonly offline: boolean };

const StoredFile = v.object({ ...FileRef.entries, interaction_id: v.nullable(v.number()) });
const StoredInteraction = v.object({
  ...v.omit(Interaction, ['creator', 'files']).entries,
  creator_id: v.number(),
});
const StoredLog = v.object({
  ...v.omit(DocumentLog, ['creator', 'responsibles', 'organizations']).entries,
  creator_id: v.number(),
  responsible_ids: v.array(v.number()),
  organization_ids: v.array(v.number()),
  offline: v.boolean(),
});

/**
 * Details as the database gives them: the lines of the thread and of the history with ids, and each person and sector of
 * them once. Naming them line by line cost half of what reading a document did.
 */
export const StoredDocumentDetails = v.object({
  id: v.number(),
  rev: v.number(),
  content: v.string(),
  files: v.array(StoredFile),
  interactions: v.array(StoredInteraction),
  logs: v.array(StoredLog),
  people: v.array(PersonRef),
  organizations: v.array(OrganizationRef),
});
export type StoredDocumentDetails = v.InferOutput<typeof StoredDocumentDetails>;

/** The viewers and the history of a document, with repeated views collapsed. */
export type CollapsedHistory = { readonly logs: DocumentLog[]; readonly viewers: DocumentViewer[] };

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
    'people', coalesce((
      select json_agg(${personJson('pu', 'po')}) from users pu ${sectorJoin('pu', 'po')}
        where pu.tenant_id = d.tenant_id and pu.id = any(thread.people || history.people)), '[]'::json),
    'organizations', coalesce((
      select json_agg(${organizationJson('lo')}) from organizations lo
        where lo.tenant_id = d.tenant_id and lo.id = any(history.sectors)), '[]'::json))`);

/** Reads the thread and the history of alias `d`, and the ids of their people and sectors. */
export function documentDetailsJoin(viewer: TenantViewer): SQL {
  return sql`cross join lateral (
      select json_agg(json_build_object('id', i.id, 'creator_id', i.creator_id, 'content', i.content,
          ${happeningJson('i', viewer)}) order by i.id) as lines,
        array_agg(i.creator_id) as people
      from interactions i where i.tenant_id = d.tenant_id and i.document_id = d.id) thread
    cross join lateral (
      select json_agg(json_build_object('id', l.id, 'action', l.action, 'creator_id', l.creator_id,
          'limit_date', l.limit_date, 'responsible_ids', l.responsible_ids, 'organization_ids', l.organization_ids,
          'reason', l.reason, 'offline', l.offline, ${happeningJson('l', viewer)}) order by l.id) as lines,
        array_agg(l.creator_id) || ${idsOf('l.responsible_ids')} as people, ${idsOf('l.organization_ids')} as sectors
      from logs l where l.tenant_id = d.tenant_id and l.document_id = d.id) history`;
}

/**
 * All ids of an array column over the rows of an aggregate. Most lines have none, and arrays of different lengths can't be
 * gathered into one otherwise. `column` must be a constant of the code: it is not escaped.
 */
function idsOf(column: string): SQL {
  return sql`string_to_array(string_agg(nullif(array_to_string(${sql.raw(column)}, ','), ''), ','), ',')::bigint[]`;
}
