import { STORED_STATUSES } from '#domain/status.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { instantJson } from '../db/json.ts';
import { problems } from '../reporting/errors.ts';
import type { TenantViewer } from '../policies/actor.ts';
import { visibleTo } from '../policies/visibility.ts';
import { referencedOrganizations, referencedPeople, ReferencedOrganization, ReferencedPerson } from './references.ts';

const Locked = v.object({
  document: v.object({
    id: v.number(),
    number: v.number(),
    rev: v.number(),
    mark: v.string(),
    storedStatus: v.picklist(STORED_STATUSES),
    limitDate: v.string(),
    createdBy: v.number(),
    completedBy: v.nullable(v.number()),
    seenByResponsible: v.boolean(),
    responsibleIds: v.array(v.number()),
    responsibleIdsEver: v.array(v.number()),
    gathered: v.object({ replies: v.number(), textBytes: v.number(), files: v.number() }),
  }),
  /**
   * What the person has done on the document in the last minute, and when the first of it arrived.
   */
  lately: v.object({ acts: v.number(), since: v.nullable(v.string()) }),
  /** What only a transfer needs; null when no people are named. */
  moving: v.nullable(
    v.object({
      /** The sectors where it is now. */
      organizationIds: v.array(v.number()),
      number: v.number(),
      title: v.string(),
      physicalDocumentNumber: v.string(),
      subject: v.string(),
      tags: v.array(v.string()),
      origin: v.nullable(v.object({ name: v.string(), acronym: v.string() })),
    }),
  ),
  people: v.array(ReferencedPerson),
  organizations: v.array(ReferencedOrganization),
});

/** What a command needs of the document it changes, and the people and sectors that it names. */
export type LockedForWrite = v.InferOutput<typeof Locked>;

/** Where the document is, and the words by which it is found (rule F10). */
const MOVING = sql`json_build_object('number', d.number, 'title', d.title,
        'physicalDocumentNumber', d.physical_document_number,
        'organizationIds', coalesce((select json_agg(x.organization_id order by x.position) from document_organizations x
          where x.tenant_id = d.tenant_id and x.document_id = d.id and x.current), '[]'::json),
        'subject', (select s.name from document_subjects s where s.tenant_id = d.tenant_id and s.id = d.subject_id),
        'tags', coalesce((select json_agg(t.title order by t.position) from document_tags t
          where t.tenant_id = d.tenant_id and t.document_id = d.id), '[]'::json),
        'origin', (select json_build_object('name', o.name, 'acronym', o.acronym) from organizations o
          where o.tenant_id = d.tenant_id and o.id = d.origin_organization_id))`;

export type Search = {
  readonly viewer: TenantViewer;
  readonly id: number;
  /** Epoch milliseconds, by the server's clock. */
  readonly now: number;
  readonly userIds?: readonly number[];
  readonly organizationIds?: readonly number[];
};

export const LATELY_MS = 60_000;
/**
 * Lines that are looked through for those of the last minute, the newest ones. Views are among
 * them.
 */
const LATELY_MAX = 1000;

/**
 * Acts of the viewer on alias `d` that arrived in the last minute. One act may be a reply and a
 * line of the history.
 */
function latelyJson({ viewer, now }: Search): SQL {
  const since = new Date(now - LATELY_MS).toISOString();
  const newest = (table: 'interactions' | 'logs'): SQL => sql`(select count(*)::int as acts, min(n.created_at) as since
      from (select r.creator_id, r.created_at, ${table === 'logs' ? sql`r.action = 'view'` : sql`false`} as is_view
        from ${sql.raw(table)} r where r.tenant_id = d.tenant_id and r.document_id = d.id
        order by r.id desc limit ${LATELY_MAX}) n
      where n.creator_id = ${viewer.userId} and n.created_at > ${since}::timestamptz and not n.is_view)`;
  return sql`(select json_build_object('acts', greatest(replies.acts, lines.acts),
      'since', ${instantJson('least(replies.since, lines.since)')})
    from ${newest('interactions')} replies, ${newest('logs')} lines)`;
}

/**
 * Locks the document, then reads it and the people and sectors that the request names. There are
 * two statements, sent together, because a single statement that waits for a lock still sees the
 * other tables as they were before the wait. Throws 404 when the person does not see the document.
 */
export async function lockDocument(tx: Transaction, search: Search): Promise<LockedForWrite> {
  const { viewer, id, userIds = [], organizationIds = [] } = search;
  const locking = tx.execute(
    sql`select d.id from documents d where d.id = ${id} and ${visibleTo(viewer)} for no key update of d`,
  );
  const reading = tx.rowsOf(
    Locked,
    sql`
    select json_build_object('id', d.id, 'number', d.number, 'rev', d.rev, 'mark', d.mark,
        'storedStatus', d.stored_status, 'limitDate', d.limit_date,
        'createdBy', d.created_by, 'completedBy', d.completed_by, 'seenByResponsible', d.seen_by_responsible,
        'responsibleIds', coalesce(people.current, '[]'::json), 'responsibleIdsEver', coalesce(people.ever, '[]'::json),
        'gathered', json_build_object('replies', d.interactions_count, 'files', d.files_count, 'textBytes', (
          select coalesce(sum(octet_length(i.content)), 0)::float8 from interactions i
          where i.tenant_id = d.tenant_id and i.document_id = d.id)))
        as document,
      ${latelyJson(search)} as lately,
      ${userIds.length === 0 ? sql`null::json` : MOVING} as moving,
      ${referencedPeople(viewer.tenantId, userIds)} as people,
      ${referencedOrganizations(viewer.tenantId, { ids: organizationIds, userIds })} as organizations
    from documents d
    cross join lateral (select json_agg(r.user_id order by r.position) filter (where r.current) as current,
        json_agg(r.user_id) as ever
      from document_responsibles r where r.tenant_id = d.tenant_id and r.document_id = d.id) people
    where d.tenant_id = ${viewer.tenantId} and d.id = ${id}`,
  );
  const [locked, read] = await Promise.all([locking, reading]);
  const found = read[0];
  if (locked.rows.length === 0 || found === undefined) throw problems.notFound();
  return found;
}
