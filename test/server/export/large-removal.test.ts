// The removal of an export with very many entries: in batches, and without holding up the exports
// of other tenants (S239).

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createExports } from '#server/export/run-exports.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const ENTRIES = 25_000;
const now = Date.parse('2026-11-28T12:00:00Z');
let server: TestServer;
let world: World;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
  world = await createWorld(server);
  admin = await world.as(world.pmvi.people.admin);
  await world.query(`create function refuse_many() returns trigger language plpgsql as $$ begin
    if (select count(*) from gone) > 10000 then raise 'one statement removes too many entries'; end if; return null; end $$`);
  await world.query(`create trigger refuse_many after delete on export_entries
    referencing old table as gone for each statement execute function refuse_many()`);
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const tick = () => createExports({ ...server.services, connection: server.connection }).tick();
const left = (table: string) => world.query(`select from ${table} where tenant_id = ${world.pmvi.id}`);
const ask = (by = admin) => by.send('POST', '/api/export', {});
const expire = () => world.query('update exports set expires_at = $1', [new Date(now).toISOString()]);

beforeEach(async () => {
  await admin.send('DELETE', '/api/export');
  await ask();
  await tick();
  await world.query(
    `insert into export_entries (tenant_id, path, size, crc32, sha256, text_at)
      select $1, 'documentos/' || n, 0, 0, '', 0 from generate_series(1, ${ENTRIES}) n`,
    [world.pmvi.id],
  );
});

it('an export is taken back in batches', async () => {
  expect((await admin.send('DELETE', '/api/export')).json()).toEqual({ export: null });
  expect([await left('exports'), await left('export_entries')]).toEqual([[], []]);
});

it('an export that is asked for again removes the earlier one in batches', async () => {
  expect((await ask()).json()).toMatchObject({ export: { state: 'waiting' } });
  expect(await left('export_entries')).toEqual([]);
});

it('an export that begins anew drops earlier texts in batches', async () => {
  await world.query(`update exports set state = 'waiting', expires_at = null`);
  await tick();
  expect((await admin.get('/api/export')).json()).toMatchObject({ export: { state: 'ready' } });
});

it('an expired export that can not be removed stops no export of another tenant', async () => {
  await expire();
  const other = await world.as(world.cmvi.people.admin);
  await ask(other);
  const holder = new pg.Client(server.connection);
  await holder.connect();
  await holder.query(`begin; select from export_entries where tenant_id = ${world.pmvi.id} limit 1 for update`);
  await tick();
  expect((await other.get('/api/export')).json()).toMatchObject({ export: { state: 'ready' } });
  expect(await left('exports')).toHaveLength(1);
  expect((await admin.get('/api/export')).json()).toEqual({ export: null });
  await holder.query('rollback');
  await holder.end();
  await tick();
  expect([await left('exports'), await left('export_entries')]).toEqual([[], []]);
});
