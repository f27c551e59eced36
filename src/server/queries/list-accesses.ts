// What the audit reads (S229): who saw a document, what a person saw, and acts of administration.
// The views are in the documents' history, everything else in the access events.

import { type AuditedAccess, AuditedAccess as AccessSchema, AuditedDocument, AuditSums } from '#contract/accesses.ts';
import { PersonRef } from '#contract/scalars.ts';
import type { AccessKind } from '#domain/accesses.ts';
import type { SightReason } from '#domain/visibility.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { instantJson, personJson, sectorJoin } from '../db/json.ts';
import { type Actor, viewerOf } from '../policies/actor.ts';
import { visibleTo } from '../policies/visibility.ts';

/** ISO instants; `until` is not part of the period. null means without an end on that side. */
export type Period = { readonly from: string | null; readonly until: string | null };

export type Audit = Period & {
  readonly actor: Actor;
  readonly of: { readonly document: number } | { readonly person: number } | 'acts';
  /** null means every kind. */
  readonly kind: AccessKind | null;
};

const within = ({ from, until }: Period, at: SQL): SQL =>
  sql`${from === null ? sql`true` : sql`${at} >= ${from}::timestamptz`} and ${until === null ? sql`true` : sql`${at} < ${until}::timestamptz`}`;

/** The condition of the audit's events, with the alias `e`. */
function eventsOf({ actor, of, kind, ...period }: Audit): SQL {
  const subject =
    of === 'acts'
      ? sql`e.kind in ('act', 'audit')`
      : 'document' in of
        ? sql`e.document_id = ${of.document}`
        : sql`e.user_id = ${of.person} and e.kind <> 'act'`;
  return sql`e.tenant_id = ${actor.tenantId} and ${subject} and ${within(period, sql`e.at`)}
    and ${kind === null ? sql`true` : sql`e.kind = ${kind}`}`;
}

/** Some of an audit's accesses, counted from the newest, or from the oldest. */
type Part = { readonly skip: number; readonly take: number; readonly fromOldest: boolean };

/**
 * A bound for the times of a part's accesses, so that a page of a long log reads no more than its
 * neighbourhood. It is the time of the last event that the part can reach, and a day more, because
 * the time of some events is the beginning of their day.
 */
function boundOf(audit: Audit, { skip, take, fromOldest }: Part): (at: SQL) => SQL {
  const [order, slack, side, none] = fromOldest
    ? [sql`asc`, sql`+ interval '25 hours'`, sql`<=`, sql`'infinity'`]
    : [sql`desc`, sql`- interval '25 hours'`, sql`>=`, sql`'-infinity'`];
  return (at) => sql`${at} ${side} coalesce((select e.at ${slack} from access_events e where ${eventsOf(audit)}
    order by e.at ${order} offset ${skip + take - 1} limit 1), ${none}::timestamptz)`;
}

/** The accesses of the audit, before joins, as one select. */
function accessesOf(audit: Audit, bound: (at: SQL) => SQL = () => sql`true`): SQL {
  const { actor, of, kind } = audit;
  // `copy` and `refused` are recorded once for a day or a minute, and their `at` is its beginning.
  // So they are shown by their arrival.
  const events = sql`select case when e.kind in ('copy', 'refused') then e.arrived_at else e.at end as at, e.key::text as key, e.arrived_at, e.clock_suspect, e.offline, e.user_id, e.kind,
      e.document_id, e.file_id, e.amount, e.device, e.act, e.about, e.fields
    from access_events e where ${eventsOf(audit)} and ${bound(sql`e.at`)}`;
  if (of === 'acts' || (kind !== null && kind !== 'view')) return events;
  const ofViews = 'document' in of ? sql`l.document_id = ${of.document}` : sql`l.creator_id = ${of.person}`;
  const views = sql`select l.performed_at, 'v' || l.id, l.created_at, l.clock_suspect, l.offline, l.creator_id, 'view',
      l.document_id, null::bigint, null::integer, null::text, null::text, '{}'::bigint[], '{}'::text[]
    from logs l where l.tenant_id = ${actor.tenantId} and l.action = 'view' and ${ofViews}
      and ${within(audit, sql`l.performed_at`)} and ${bound(sql`l.performed_at`)}`;
  return sql`${events} union all ${views}`;
}

/**
 * Sums over the whole period, by one statement. Equal accesses are grouped first, to have fewer
 * rows.
 */
export async function sumAccesses(tx: Transaction, audit: Audit): Promise<AuditSums> {
  const rows = await tx.rowsOf(
    AuditSums,
    sql`
    with heard as (select h.user_id, h.document_id, h.kind, count(*) as times
      from (${accessesOf(audit)}) h group by h.user_id, h.document_id, h.kind)
    select coalesce(sum(h.times), 0)::float8 as total,
      count(distinct h.user_id) filter (where h.kind <> 'refused')::float8 as people,
      count(distinct u.organization_id) filter (where h.kind <> 'refused')::float8 as sectors,
      count(distinct h.document_id) filter (where h.kind <> 'refused')::float8 as documents,
      coalesce(sum(h.times) filter (where h.kind in ('file', 'zip')), 0)::float8 as files,
      coalesce(sum(h.times) filter (where h.kind = 'print'), 0)::float8 as prints,
      coalesce(sum(h.times) filter (where h.kind = 'refused'), 0)::float8 as refused
    from heard h left join users u on u.tenant_id = ${audit.actor.tenantId} and u.id = h.user_id`,
  );
  return rows[0] ?? { total: 0, people: 0, sectors: 0, documents: 0, files: 0, prints: 0, refused: 0 };
}

/**
 * Accesses, newest first; leaves out the first `skip` and returns at most `take`. `total`: how many
 * there are, or null. With a total, a page in the second half is read from the oldest access.
 */
export async function listAccesses(
  tx: Transaction,
  audit: Audit & { readonly skip: number; readonly take: number; readonly total: number | null },
): Promise<AuditedAccess[]> {
  const { tenantId } = audit.actor;
  const part = partOf(audit);
  if (part.take === 0) return [];
  const order = part.fromOldest ? sql`at, key` : sql`at desc, key desc`;
  const rows = await tx.rowsOf(
    v.object({ access: AccessSchema }),
    sql`
    with heard as (${accessesOf(audit, boundOf(audit, part))}),
      page as (select * from heard order by ${order} limit ${part.take} offset ${part.skip})
    select json_build_object('key', p.key, 'at', ${instantJson('p.at')}, 'arrived_at', ${instantJson('p.arrived_at')},
      'clock_suspect', p.clock_suspect, 'offline', p.offline, 'kind', p.kind,
      'person', case when u.id is null then null else ${personJson('u', 'uo')} end,
      'role', (select r.name from user_roles x join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
        where x.tenant_id = ${tenantId} and x.user_id = p.user_id order by x.position limit 1),
      'document', case when d.id is null then null else ${documentJson()} end,
      'file', case when seen.visible or f.model_id is not null then f.name end,
      'amount', p.amount, 'device', p.device, 'reason', ${reasonSql(tenantId)},
      'act', p.act, 'about', ${aboutJson(tenantId)}, 'fields', p.fields) as access
    from page p
      left join users u on u.tenant_id = ${tenantId} and u.id = p.user_id
      ${sectorJoin('u', 'uo')}
      left join documents d on d.tenant_id = ${tenantId} and d.id = p.document_id
      left join lateral (select ${visibleTo(viewerOf(audit.actor), 'few')} as visible) seen on d.id is not null
      left join organizations og on og.tenant_id = d.tenant_id and og.id = d.origin_organization_id
      left join files f on f.tenant_id = ${tenantId} and f.id = p.file_id
    order by p.at desc, p.key desc`,
  );
  return rows.map(({ access }) => access);
}

function partOf({ skip, take, total }: { skip: number; take: number; total: number | null }): Part {
  if (total === null || skip * 2 < total) return { skip, take, fromOldest: false };
  const left = Math.max(0, total - skip);
  return { skip: Math.max(0, left - take), take: Math.min(take, left), fromOldest: true };
}

/**
 * The JSON of a document, from the aliases `d`, `og` and `seen`. It has a title only where the
 * auditor sees the document.
 */
const documentJson = (): SQL => sql`json_build_object('id', d.id, 'number', d.number,
  'title', case when seen.visible then d.title end, 'sector', og.acronym)`;

/** Why the person of `p` sees the document of `d` today, the strongest reason first (rule B1). */
function reasonSql(tenantId: number): SQL {
  const reasons: Record<SightReason | 'admin', SQL> = {
    responsible: sql`exists (select from document_responsibles x where x.tenant_id = ${tenantId}
      and x.document_id = d.id and x.user_id = p.user_id)`,
    created: sql`d.created_by = p.user_id`,
    mentioned: sql`exists (select from document_tags x where x.tenant_id = ${tenantId} and x.document_id = d.id
      and x.user_id = p.user_id)`,
    origin: sql`d.origin_organization_id = u.organization_id`,
    destination: sql`exists (select from document_organizations x where x.tenant_id = ${tenantId}
      and x.document_id = d.id and x.organization_id = u.organization_id)`,
    admin: sql`exists (select from user_roles x join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
      where x.tenant_id = ${tenantId} and x.user_id = p.user_id and r.name = 'Super Admin')`,
  };
  const cases = Object.entries(reasons).map(([reason, condition]) => sql`when ${condition} then ${reason}::text`);
  return sql`case when d.id is null then null ${sql.join(cases, sql` `)} end`;
}

/** The names of the rows that an act changed. The noun in the act's name tells their table. */
const aboutJson = (tenantId: number): SQL => {
  const named = (table: string, name: string): SQL => sql`select ${sql.raw(name)} as name from ${sql.raw(table)} t
    where t.tenant_id = ${tenantId} and t.id = any(p.about)`;
  return sql`coalesce((select json_agg(n.name order by n.name) from (
    ${named('users', `t.name || ' ' || t.last_name`)} and p.act ~ 'users?$|profile$'
    union all ${named('organizations', 't.acronym')} and p.act ~ 'organizations?$'
    union all ${named('document_subjects', 't.name')} and p.act ~ 'subjects?$'
    union all ${named('models', 't.name')} and p.act ~ 'models?$'
    union all ${named('holidays', 't.name')} and p.act ~ 'holidays?$'
    union all ${named('alerts', 't.title')} and p.act ~ 'alerts?$') n), '[]'::json)`;
};

/**
 * The document with this number, with its title where the auditor sees it; null for none. People
 * ask by the number, because documents out of the auditor's sight have no other name.
 */
export async function findAuditedDocument(
  tx: Transaction,
  { actor, number }: { readonly actor: Actor; readonly number: number },
): Promise<AuditedDocument | null> {
  const rows = await tx.rowsOf(
    v.object({ document: AuditedDocument }),
    sql`select ${documentJson()} as document from documents d
      left join lateral (select ${visibleTo(viewerOf(actor), 'few')} as visible) seen on true
      left join organizations og on og.tenant_id = d.tenant_id and og.id = d.origin_organization_id
    where d.tenant_id = ${actor.tenantId} and d.number = ${number}`,
  );
  return rows[0]?.document ?? null;
}

/** The person with this id, deleted ones included; null for none. */
export async function findAuditedPerson(
  tx: Transaction,
  { actor, id }: { readonly actor: Actor; readonly id: number },
): Promise<PersonRef | null> {
  const rows = await tx.rowsOf(
    v.object({ person: PersonRef }),
    sql`select ${personJson('u', 'uo')} as person from users u ${sectorJoin('u', 'uo')}
      where u.tenant_id = ${actor.tenantId} and u.id = ${id}`,
  );
  return rows[0]?.person ?? null;
}
