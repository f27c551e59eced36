// Which tables and columns an export has: a new one fails here until it is listed with a decision
// (S239).

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  EXPORTED_TABLES,
  faultOfLine,
  LEFT_OUT_COLUMNS,
  leftOutOf,
  readExportedTables,
  schemaOf,
} from '#server/export/exported-tables.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

/** Tables of which nothing goes along, and why. */
const LEFT_OUT_TABLES: Readonly<Record<string, string>> = {
  schema_migrations: 'of the database, not of a tenant; the manifest names them',
  file_store: 'of the database',
  lineage: 'of the database',
  maintenance: 'of the servers',
  former_receipt_keys: 'public keys of tenants that are no more, so of no tenant',
  sessions: 'secrets; everybody logs in again',
  push_subscriptions: 'hang on sessions',
  used_challenges: 'live for minutes',
  login_failures: 'live for minutes',
  password_resets: 'secrets',
  calendar_feeds: 'secrets',
  sealing_keys: 'private keys, which open work that is sealed on devices',
  staged_uploads: 'not registered yet; their devices send them again',
  staged_parts: 'not registered yet',
  held_commands: 'not registered; their devices have them',
  storage_use: 'counted again as files arrive',
  document_rows: 'made again from the documents',
  tombstones: 'for devices in the middle of a pull; after an import all of them walk again',
  exports: 'archives that are kept for two days',
  export_entries: 'what such an archive holds',
  pending_notices: 'notices that wait to be sent by the server that goes on',
  jobs: 'notices of the server that goes on; another server would send them a second time',
};

/** Columns whose names look like secrets or keys, and that go along because they are neither. */
const NO_SECRETS: Readonly<Record<string, string>> = {
  'users.image_sha256': 'the hash of a picture',
  'tenants.logo_sha256': 'the hash of a picture',
  'interactions.chain_hash': 'a link of the history',
  'logs.chain_hash': 'a link of the history',
  'history_heads.hash': 'a link of the history',
  'receipts.key': 'the id of a command',
  'withdrawals.key': 'the id of a command',
  'logins.key': 'an id that lets nobody in',
  'receipt_keys.key': 'the hash of the public key',
  'receipt_keys.public_key': 'public',
  'access_events.key': 'an id',
  'files.sha256': 'the hash of a file',
  'imports.sha256': 'the hash of a file',
};

let server: TestServer;
let client: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  client = new pg.Client(server.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await server.close();
});

it('every table of the database is exported, or left out with a reason', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition`,
  );
  const listed = [...Object.keys(EXPORTED_TABLES), ...Object.keys(LEFT_OUT_TABLES)];
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

it('no column that looks like a secret goes along without a decision', async () => {
  const suspects = (await readExportedTables(client)).flatMap(({ name, columns }) =>
    columns
      .filter((column) => column.type === 'bytea' || /key|secret|token|password|hash|sha256|code/.test(column.name))
      .map((column) => `${name}.${column.name}`),
  );
  expect(suspects.toSorted()).toEqual(Object.keys(NO_SECRETS).toSorted());
});

it('every column that is left out exists, and each line must have the others', async () => {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select relname::text as table, attname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`,
  );
  const there = new Set(rows.map(({ table, name }) => `${table}.${name}`));
  // `rev` is left out wherever a table has it.
  const leftOut = Object.entries(LEFT_OUT_COLUMNS).flatMap(([table, columns]) =>
    Object.keys(columns).flatMap((name) => (name === 'rev' ? [] : [`${table}.${name}`])),
  );
  expect(leftOut.filter((name) => !there.has(name))).toEqual([]);
  for (const table of await readExportedTables(client)) {
    expect(table.columns.map(({ name }) => name)).not.toContain('tenant_id');
    expect(schemaOf(table)['required']).toEqual(table.columns.map(({ name }) => name));
    expect(Object.keys(leftOutOf(table.name))).not.toHaveLength(0);
  }
});

it('a damaged line is told by what is wrong with it', async () => {
  const tables = await readExportedTables(client);
  const tags = tables.find(({ name }) => name === 'document_tags');
  if (tags === undefined) throw new Error('no tags');
  const good = { document_id: 1, position: 0, title: 'obra', type: 'keyword', user_id: null };
  const faultOf = (row: unknown): string | null =>
    faultOfLine(tags, typeof row === 'string' ? row : JSON.stringify(row));
  expect(faultOf(good)).toBeNull();
  expect(faultOf({ ...good, title: null })).toBe('title não é text');
  expect(faultOf({ ...good, document_id: '1' })).toBe('document_id não é bigint');
  expect(faultOf({ ...good, more: 1 })).toBe('more não é conhecido');
  expect(faultOf({ position: 0, title: 'obra', type: 'keyword', user_id: null })).toBe('falta document_id');
  expect(faultOf('{"document_id":')).toBe('não é um objeto JSON');
  expect(faultOf('[]')).toBe('não é um objeto JSON');
});
