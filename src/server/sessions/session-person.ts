// One statement reads session, person, sector, roles and tenant, so that role, status and tenant
// are those of this request.

import { TENANT_SECTORS, type FeedSession, type SessionUser } from '#contract/session.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { actorOf, type Actor } from '../policies/actor.ts';

const Organization = v.object({ id: v.number(), rev: v.number(), name: v.string(), acronym: v.string() });

const Session = { csrf_token: v.string(), remember: v.boolean(), last_used_at: v.string(), began_at: v.string() };

const CONTACT = {
  contact_at: v.optional(v.nullable(v.string()), null),
  contact_from: v.optional(v.nullable(v.string()), null),
  settled_until: v.optional(v.nullable(v.string()), null),
};

/** A row of `sessionPersonQuery` for a session with a login. */
export const SessionPersonRow = v.object({
  ...Session,
  tenant_id: v.number(),
  user_id: v.number(),
  rev: v.number(),
  name: v.string(),
  last_name: v.string(),
  email: v.string(),
  image_key: v.nullable(v.string()),
  scope_epoch: v.number(),
  notices: v.nullable(v.record(v.string(), v.array(v.string()))),
  believed_from: v.nullable(v.string()),
  /** The login that began the session; null for a session without one. */
  login: v.nullable(v.object({ id: v.string(), at: v.string(), ...CONTACT })),
  /** The login that the request names, if it is one of this person. */
  claimed_login: v.nullable(v.object({ at: v.string(), ended_at: v.nullable(v.string()), ...CONTACT })),
  organization: v.nullable(Organization),
  roles: v.array(v.object({ id: v.number(), rev: v.number(), name: v.string(), permissions: v.array(v.string()) })),
  tenant: v.object({
    id: v.number(),
    rev: v.number(),
    name: v.string(),
    acronym: v.string(),
    sector: v.picklist(TENANT_SECTORS),
    logo_key: v.nullable(v.string()),
    time_zone: v.string(),
    reminder_days: v.array(v.number()),
    escalation_days: v.nullable(v.number()),
  }),
});
export type SessionPersonRow = v.InferOutput<typeof SessionPersonRow>;

/** The row of a session without a login has no person. */
export const SessionRow = v.union([SessionPersonRow, v.object({ ...Session, user_id: v.null() })]);

const instantOf = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Text of the statement that does not depend on the request. It is made once, because every request
 * runs the statement.
 */
const PERSON_COLUMNS =
  sql.raw(`u.tenant_id, u.id as user_id, u.rev, u.name, u.last_name, u.email, u.image_key, u.scope_epoch, u.notices,
  ${instantOf('coalesce(u.previous_login_at, u.last_login_at)')} as believed_from,
  (select json_build_object('id', o.id, 'rev', o.rev, 'name', o.name, 'acronym', o.acronym) from organizations o
    where o.tenant_id = u.tenant_id and o.id = u.organization_id and o.deleted_at is null) as organization,
  coalesce((select json_agg(json_build_object('id', r.id, 'rev', r.rev, 'name', r.name, 'permissions', r.permissions) order by ur.position, r.id)
    from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = u.tenant_id and ur.user_id = u.id), '[]') as roles,
  json_build_object('id', t.id, 'rev', t.rev, 'name', t.name, 'acronym', t.acronym, 'sector', t.sector,
    'logo_key', t.logo_key, 'time_zone', t.time_zone,
    'reminder_days', t.reminder_days, 'escalation_days', t.escalation_days) as tenant`);

const contactOf = (login: string): string => `'contact_at', ${instantOf(`${login}.contact_at`)},
  'contact_from', ${instantOf(`${login}.contact_from`)}, 'settled_until', ${instantOf(`${login}.settled_until`)}`;

const OWN_LOGIN = sql.raw(
  `case when own.key is not null then json_build_object('id', own.key, 'at', ${instantOf('own.at')}, ${contactOf('own')}) end as login`,
);

const CLAIMED_LOGIN =
  sql.raw(`case when claimed.key is not null then json_build_object('at', ${instantOf('claimed.at')},
  'ended_at', ${instantOf('claimed.ended_at')}, ${contactOf('claimed')}) end as claimed_login`);

/**
 * The live session with this token hash. An inactive or deleted person has no live session, and no
 * person of a disabled tenant has one (S247).
 * `claimedLogin` is the login (a UUID) that the request names as the one its work was made under;
 * only a login of the same person is found.
 */
export function sessionPersonQuery(session: { tokenHash: Buffer; now: string; claimedLogin: string | null }): SQL {
  return sql`select s.csrf_token, s.remember, s.last_used_at, s.created_at as began_at, ${PERSON_COLUMNS}, ${OWN_LOGIN}, ${CLAIMED_LOGIN}
    from sessions s
    left join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    left join tenants t on t.id = u.tenant_id
    left join logins own on own.tenant_id = s.tenant_id and own.key = s.login_id
    left join logins claimed on claimed.tenant_id = s.tenant_id and claimed.key = ${session.claimedLogin}::uuid
      and claimed.user_id = s.user_id
    where s.token_hash = ${session.tokenHash} and s.expires_at > ${session.now}::timestamptz
      and (s.user_id is null or (u.status = 'active' and u.deleted_at is null and t.disabled_at is null))`;
}

const NO_SESSION = sql`'' as csrf_token, false as remember, '' as last_used_at, '' as began_at, null as claimed_login`;

/** The row of one person, as a session of this login would have it. */
export function personQuery(person: { tenantId: number; userId: number; loginId: string | null }): SQL {
  return sql`select ${NO_SESSION}, ${PERSON_COLUMNS}, ${OWN_LOGIN}
    from users u join tenants t on t.id = u.tenant_id
    left join logins own on own.tenant_id = u.tenant_id and own.key = ${person.loginId}::uuid and own.user_id = u.id
    where u.tenant_id = ${person.tenantId} and u.id = ${person.userId} and u.status = 'active' and u.deleted_at is null
      and t.disabled_at is null`;
}

/**
 * Like `personQuery`, inside a transaction of the tenant, whose role does not read logins:
 * `loginId` is that of the request.
 */
export function ownPersonQuery({
  tenantId,
  userId,
  loginId,
}: {
  tenantId: number;
  userId: number;
  loginId: string | null;
}): SQL {
  return sql`select ${NO_SESSION}, ${PERSON_COLUMNS},
      case when ${loginId}::text is not null then json_build_object('id', ${loginId}::text, 'at', '') end as login
    from users u join tenants t on t.id = u.tenant_id
    where u.tenant_id = ${tenantId} and u.id = ${userId} and u.status = 'active' and u.deleted_at is null
      and t.disabled_at is null`;
}

function roleOf({ name, permissions }: SessionPersonRow['roles'][number]) {
  return { name, permissions: permissions.map((permission) => ({ name: permission })) };
}

/**
 * The actor of a session's row. `writingWith` is the hash of the session of a request that may
 * write; null for a request that only reads.
 */
export function actorOfRow(row: SessionPersonRow, writingWith: Buffer | null): Actor {
  return actorOf({
    tenantId: row.tenant_id,
    userId: row.user_id,
    organizationId: row.organization?.id ?? null,
    roles: row.roles.map(roleOf),
    timeZone: row.tenant.time_zone,
    tenantAcronym: row.tenant.acronym,
    tenantName: row.tenant.name,
    name: `${row.name} ${row.last_name}`.trim(),
    email: row.email,
    believed: believedOf(row),
    standing: writingWith === null ? null : { sessionHash: writingWith, scopeEpoch: row.scope_epoch },
  });
}

/**
 * When a device's clock is believed (rule A4; S34): under the session's own login, and under the
 * login that the work was made under. A request that names no login of its person is judged by the
 * person's logins (S12).
 */
function believedOf({ login, claimed_login: claimed, believed_from: byPerson }: SessionPersonRow): Actor['believed'] {
  const own = login === null ? [] : [{ from: login.at, until: null, settledUntil: login.settled_until }];
  const named =
    claimed === null
      ? { from: byPerson, until: null, settledUntil: login?.settled_until ?? null }
      : { from: claimed.at, until: claimed.ended_at, settledUntil: claimed.settled_until };
  return [...own, named];
}

function organizationOf({ organization }: SessionPersonRow): SessionUser['organization'] {
  if (organization === null) return null;
  const { rev: _rev, ...ref } = organization;
  return ref;
}

/**
 * The greatest change number of the rows that a session tells; `sessionKey` of the feed is the same
 * in SQL.
 */
function revOf({ rev, tenant, organization, roles }: SessionPersonRow): number {
  return Math.max(rev, tenant.rev, organization?.rev ?? 0, ...roles.map((role) => role.rev));
}

/** The session's user in its wire shape (GET /api/user, POST /login). */
export function sessionUserOf(row: SessionPersonRow, now: number): SessionUser {
  return { ...sessionRowOf(row), rev: revOf(row), server_time: new Date(now).toISOString() };
}

/** The session as a row of the feed. */
export function sessionRowOf(row: SessionPersonRow): FeedSession {
  const { logo_key: logoKey, rev: _tenantRev, ...tenant } = row.tenant;
  return {
    id: row.user_id,
    name: row.name,
    last_name: row.last_name,
    email: row.email,
    image: row.image_key === null ? null : `/api/users/${row.user_id}/image?v=${row.image_key.slice(0, 8)}`,
    status: 'active',
    organization_id: row.organization?.id ?? null,
    organization: organizationOf(row),
    roles: row.roles.map((role) => ({ id: role.id, ...roleOf(role) })),
    tenant: { ...tenant, logo: logoKey === null ? null : `/api/tenants/logo?v=${logoKey.slice(0, 8)}` },
    notices: row.notices ?? {},
    login_id: row.login?.id ?? null,
    scope_epoch: String(row.scope_epoch),
  };
}
