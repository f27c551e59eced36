// The statements of the fair floors (fair-floors.ts). Each is built once, when the process starts.

import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { documentDetailsJoin, documentDetailsJson } from '#server/queries/find-document.ts';
import { documentRowJoin, keepRows, keptRowColumns } from '#server/queries/document-row.ts';
import { PASSWORD_MARK } from '#server/sessions/passwords.ts';
import { personQuery, sessionPersonQuery } from '#server/sessions/session-person.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

export type Statement = { readonly text: string; readonly values: unknown[] };

/**
 * A statement that is built once. `marks` are placeholders for the values of each call, and must
 * differ from each other.
 */
function compiled<Marks extends Readonly<Record<string, unknown>>>(marks: Marks, build: (marks: Marks) => SQL) {
  const { sql: text, params } = dialect.sqlToQuery(build(marks));
  const names = params.map((param) => Object.keys(marks).find((name) => marks[name] === param));
  return (values: Readonly<Record<keyof Marks, unknown>>): Statement => ({
    text,
    values: params.map((param, at) => (names[at] === undefined ? param : values[names[at]])),
  });
}

const ids = { tenant: -1, user: -2, document: -3 };
/** The person of the bench is a super admin, who sees every document of the tenant. */
const viewer = { tenantId: ids.tenant, userId: ids.user, organizationId: null, superAdmin: true, readsDocuments: true };
const REV = sql`(select value from counters where tenant_id = ${ids.tenant})`;

export const statements = {
  session: compiled({ tokenHash: Buffer.from('-'), now: '-now' }, (marks) =>
    sessionPersonQuery({ ...marks, claimedLogin: null }),
  ),
  claim: compiled(
    { ...ids, key: '-key', name: '-name' },
    ({ tenant, user, key, name }) => sql`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as claimed, r.fingerprint, r.signing, json_build_object('key', r.key,
      'type', r.type, 'result', r.result, 'ids', r.ids, 'rev', r.rev, 'at', r.at) as receipt
    from (select 1) as asked
    left join receipts r on r.tenant_id = ${tenant} and r.actor_id = ${user} and r.key = ${key}::uuid`,
  ),
  lock: compiled(
    ids,
    ({ tenant, document }) =>
      sql`select d.id from documents d where d.tenant_id = ${tenant} and d.id = ${document} for no key update of d`,
  ),
  facts: compiled(
    ids,
    ({ tenant, document }) => sql`
    select d.number, d.stored_status, d.limit_date, d.created_by, d.seen_by_responsible,
      (select json_agg(r.user_id) from document_responsibles r
        where r.tenant_id = d.tenant_id and r.document_id = d.id and r.current) as responsible_ids
    from documents d where d.tenant_id = ${tenant} and d.id = ${document}`,
  ),
  reply: compiled(
    { ...ids, content: '-content', key: '-key', at: '-at', told: '-told' },
    ({ tenant, user, document, content, key, at, told }) => sql`
    with interaction as (insert into interactions
        (tenant_id, document_id, creator_id, content, created_at, performed_at, command_id)
        values (${tenant}, ${document}, ${user}, ${content}, ${at}, ${at}, ${key}::uuid) returning id),
      noticed as (insert into jobs (tenant_id, kind, key, payload, run_at)
        select ${tenant}::bigint, 'push', 'push:reply:' || p.id || ':' || gen_random_uuid(), jsonb_build_object('notice', 'reply',
          'document_id', ${document}::bigint, 'user_id', p.user_id, 'subscription_id', p.id), ${at}::timestamptz
        from push_subscriptions p where p.tenant_id = ${tenant} and p.user_id = any(${told}::bigint[])),
      changed as (update documents set interactions_count = interactions_count + 1, last_activity_at = ${at}
        where tenant_id = ${tenant} and id = ${document})
    select id from interaction`,
  ),
  number: compiled(
    ids,
    ({ tenant }) => sql`update counters set value = value + 1 where tenant_id = ${tenant} returning value`,
  ),
  stamp: compiled(
    { ...ids, key: '-key', at: '-at', print: '-print', signing: '-signing' },
    ({ tenant, user, document, key, at, print, signing }) => sql`
    with stamped as (update documents set rev = ${REV} where tenant_id = ${tenant} and id = ${document}),
      kept_rows as (${keepRows({ tenantId: tenant, where: sql`d.id = ${document}`, rev: REV })}),
      receipt as (insert into receipts (tenant_id, actor_id, key, type, fingerprint, signing, result, ids, rev, at)
        values (${tenant}, ${user}, ${key}::uuid, 'respond', ${print}, ${signing}::jsonb, 'applied', jsonb_build_object(
          'document_id', ${document}::bigint, 'interaction_id', (select max(i.id) from interactions i
            where i.tenant_id = ${tenant} and i.document_id = ${document})), ${REV}, ${at}) returning ids, rev)
    select ids, rev, pg_notify('bench_changes', ${tenant}::text || ':' || rev::text) from receipt`,
  ),
  sealing: compiled(
    ids,
    ({ tenant, user }) => sql`select k.key, encode(k.public_key, 'hex') as public_key,
        encode(k.private_key, 'hex') as private_key, k.password_mark = ${PASSWORD_MARK} as is_current
      from sealing_keys k join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
      where k.tenant_id = ${tenant} and k.user_id = ${user} order by k.created_at desc, k.key`,
  ),
  document: compiled(
    ids,
    ({ document }) => sql`select ${keptRowColumns(viewer)}, ${documentDetailsJson} as details
      from documents d ${documentRowJoin} ${documentDetailsJoin(viewer)}
      where d.tenant_id = ${ids.tenant} and d.id = ${document}`,
  ),
  failures: compiled(
    { key: '-key', since: '-since' },
    ({ key, since }) =>
      sql`select count(*) as count, min(at) as oldest from login_failures where key = ${key} and at > ${since}`,
  ),
  spend: compiled(
    { signature: '-signature', until: '-until' },
    ({ signature, until }) =>
      sql`insert into used_challenges (signature, expires_at) values (${signature}, ${until}) returning signature`,
  ),
  account: compiled(
    { email: '-email' },
    ({ email }) =>
      sql`select tenant_id, id, password_hash from users where lower(email) = lower(${email}) and deleted_at is null`,
  ),
  enter: compiled(
    {
      ...ids,
      before: Buffer.from('-'),
      hash: Buffer.from('-'),
      csrf: '-csrf',
      login: '-login',
      at: '-at',
      until: '-until',
    },
    ({ tenant, user, before, hash, csrf, login, at, until }) => sql`
    with ended as (delete from sessions where token_hash = ${before}),
      touched as (update users set previous_login_at = last_login_at, last_login_at = ${at}
        where tenant_id = ${tenant} and id = ${user}),
      entered as (insert into logins (tenant_id, key, user_id, at) values (${tenant}, ${login}::uuid, ${user}, ${at}))
    insert into sessions (token_hash, csrf_token, tenant_id, user_id, login_id, created_at, last_used_at, expires_at)
      values (${hash}, ${csrf}, ${tenant}, ${user}, ${login}::uuid, ${at}, ${at}, ${until})`,
  ),
  person: compiled({ ...ids, login: '-login' }, ({ tenant, user, login }) =>
    personQuery({ tenantId: tenant, userId: user, loginId: login }),
  ),
};
