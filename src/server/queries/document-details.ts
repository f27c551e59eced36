import { sql, type SQL } from 'drizzle-orm';
import { DocumentDetails, DocumentLog, type DocumentViewer } from '#contract/documents.ts';
import * as v from 'valibot';
import type { TenantViewer } from '../policies/actor.ts';
import { fileJson, instantJson, organizationsOfIds, peopleOfIds, personJson, sectorJoin } from '../db/json.ts';

/** A view as stored. Every view is there, oldest first. */
export const StoredView = v.object({ ...DocumentLog.entries, offline: v.boolean() });
export type StoredView = v.InferOutput<typeof StoredView>;

/** Details as the database builds them: every view is still a log line of its own. */
export const StoredDocumentDetails = v.object({
  ...v.omit(DocumentDetails, ['logs', 'viewers']).entries,
  logs: v.array(StoredView),
});
export type StoredDocumentDetails = v.InferOutput<typeof StoredDocumentDetails>;

/** The viewers and the history of a document, with repeated views collapsed. */
export type CollapsedHistory = { readonly logs: DocumentLog[]; readonly viewers: DocumentViewer[] };

function happeningJson(alias: string, viewer: TenantViewer): SQL {
  return sql`'created_at', ${instantJson(`${alias}.created_at`)}, 'performed_at', ${instantJson(`${alias}.performed_at`)},
    'clock_suspect', ${sql.raw(alias)}.clock_suspect,
    'command_id', case when ${sql.raw(alias)}.creator_id = ${viewer.userId} then ${sql.raw(alias)}.command_id end`;
}

/** Content, files, interactions and history of alias `d` as one JSON value. */
export function documentDetailsJson(viewer: TenantViewer): SQL {
  return sql`json_build_object('id', d.id, 'rev', d.rev, 'content', d.content,
    'files', coalesce((
      select json_agg(${fileJson('f')} order by f.position, f.id) from files f
        where f.tenant_id = d.tenant_id and f.document_id = d.id and f.interaction_id is null and f.deleted_at is null
      ), '[]'::json),
    'interactions', coalesce((
      select json_agg(json_build_object('id', i.id, 'creator', ${personJson('iu', 'io')}, 'content', i.content,
          'files', coalesce((
            select json_agg(${fileJson('g')} order by g.position, g.id) from files g
              where g.tenant_id = i.tenant_id and g.interaction_id = i.id and g.deleted_at is null), '[]'::json),
          ${happeningJson('i', viewer)}) order by i.id)
        from interactions i
        join users iu on iu.tenant_id = i.tenant_id and iu.id = i.creator_id
        ${sectorJoin('iu', 'io')}
        where i.tenant_id = d.tenant_id and i.document_id = d.id), '[]'::json),
    'logs', coalesce((
      select json_agg(json_build_object('id', l.id, 'action', l.action, 'creator', ${personJson('lu', 'lg')},
          'limit_date', l.limit_date, 'responsibles', ${peopleOfIds('l.responsible_ids', 'l.tenant_id')},
          'organizations', ${organizationsOfIds('l.organization_ids', 'l.tenant_id')}, 'reason', l.reason,
          'offline', l.offline, ${happeningJson('l', viewer)}) order by l.id)
        from logs l
        join users lu on lu.tenant_id = l.tenant_id and lu.id = l.creator_id
        ${sectorJoin('lu', 'lg')}
        where l.tenant_id = d.tenant_id and l.document_id = d.id), '[]'::json))`;
}
