// From one push subscription per person to one per device: existing ones keep working (migration
// 0006), also for an owner to whom row-level security applies.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openOldDatabase, type OldDatabase } from '../harness/old-database.ts';

let database: OldDatabase;

beforeAll(async () => {
  database = await openOldDatabase('push_migration', 6);
});
afterAll(() => database.close());

const at = (device: string) => `{"endpoint": "https://fcm.googleapis.com/${device}", "keys": {}}`;
const BEFORE = `
  insert into tenants (name, acronym) values ('Órgão', 'ORG');
  insert into users (tenant_id, name, last_name, email, password_hash, sealing_key, push_subscription, status)
    select 1, name, '', name || '@org.example', '', '', subscription, status from (values
      ('ana', '${at('shared')}', 'active'), ('bia', '${at('shared')}', 'active'), ('caio', '${at('away')}', 'active'),
      ('davi', '${at('inactive')}', 'inactive'), ('eva', null, 'active')) as t (name, subscription, status);
  insert into sessions (tenant_id, user_id, token_hash, csrf_token, expires_at, last_used_at)
    select 1, u.id, s.hash::bytea, '', now() + interval '1 day', s.used::timestamptz from users u join (values
      ('ana', '\\x01', '2030-01-01'), ('bia', '\\x02', '2030-01-02'), ('bia', '\\x03', '2030-01-03'),
      ('davi', '\\x04', '2030-01-04'), ('eva', '\\x05', '2030-01-05')) as s (name, hash, used) on s.name = u.name;
  insert into jobs (tenant_id, kind, key, payload, run_at)
    select 1, kind, kind || name, jsonb_build_object('user_id', u.id), now() from users u
      cross join (values ('push'), ('deadline-mail')) as t (kind) where name in ('ana', 'bia')`;

it('migration 0006 binds each subscription to the session used last and keeps its waiting notices', async () => {
  await database.asSuperuser((client) => client.query(BEFORE));
  await migrateDatabase(database.owner);
  await database.asSuperuser(async (client) => {
    const { rows: kept } = await client.query(`select u.name, encode(p.session_hash, 'hex') as session, p.endpoint, p.id
      from push_subscriptions p join users u on u.id = p.user_id`);
    // The person who used the shared device last keeps its subscription; one without a session or
    // an account is removed.
    expect(kept).toEqual([
      { name: 'bia', session: '03', endpoint: 'https://fcm.googleapis.com/shared', id: kept[0].id },
    ]);
    const { rows: waiting } =
      await client.query(`select key, (payload ->> 'subscription_id')::bigint as device from jobs
      order by key`);
    expect(waiting).toEqual([
      { key: 'deadline-mailana', device: null },
      { key: 'deadline-mailbia', device: null },
      { key: 'pushana', device: null },
      { key: 'pushbia', device: kept[0].id },
    ]);
    const { rows: held } =
      await client.query(`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and not (relrowsecurity and relforcerowsecurity)`);
    expect(held).toEqual([{ relname: 'schema_migrations' }]);
  });
});

it('migration 0011 gives each live session the login it began with', async () => {
  await database.asSuperuser(async (client) => {
    const { rows } = await client.query(`select count(*)::int as sessions, count(distinct l.key)::int as logins,
        bool_and(l.user_id = s.user_id and l.at = s.created_at and l.ended_at is null) as own
      from sessions s left join logins l on l.tenant_id = s.tenant_id and l.key = s.login_id`);
    expect(rows).toEqual([{ sessions: 5, logins: 5, own: true }]);
  });
});
