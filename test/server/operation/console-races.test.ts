// Two consoles that give one thing at the same moment: the second has looked, found it free, and
// waits for the first one's commit. It is told so by a sentence, not by PostgreSQL.

import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { skeletonOf } from '#domain/look-alike.ts';
import { readTenants, setFront } from '#server/operation/tenant-state.ts';
import { createTenant } from '#server/operation/tenants.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

const HOST = 'oficios.vale.example';
let server: TestServer;
/** The first console, which has not committed yet. */
let first: pg.Client;
let watcher: pg.Client;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  watcher = new pg.Client(server.connection);
  await watcher.connect();
});
afterAll(async () => {
  await watcher.end();
  await server.close();
});
beforeEach(async () => {
  first = new pg.Client(server.connection);
  await first.connect();
  await first.query('begin');
});
afterEach(() => first.end());

/** What the second console is told, which begins before the first one commits. */
async function toldTo(second: () => Promise<unknown>): Promise<string> {
  const told = second().then(
    () => 'nothing',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  await expect
    .poll(async () => {
      const { rows } = await watcher.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting;
    })
    .toBe(1);
  await first.query('commit');
  return told;
}

it('one host name for two tenants', async () => {
  await first.query(`update tenants set host = $1 where acronym = 'CMVI'`, [HOST]);
  expect(
    await toldTo(() => setFront(server.connection, { acronym: 'PMVI', host: HOST, phone: '(28) 3333-0000' })),
  ).toBe(`${HOST} já é o endereço de CMVI`);
  const [kept] = await readTenants(server.connection, 'PMVI');
  expect(kept?.host).toBeNull();
});

type Tenant = readonly [name: string, acronym: string, email: string];
const ONE_ACRONYM: readonly Tenant[] = [
  ['Câmara de Serra', 'SERRA', 'rui@serra.example'],
  ['Prefeitura Nova', 'SERRA', 'rita@nova.example'],
];
const LOOKS_ALIKE: readonly Tenant[] = [
  ['Prefeitura de Óbidos', 'POB', 'rui@pob.example'],
  ['PREFEITURA DE 0BIDOS', 'OBD', 'rita@obd.example'],
];
const ONE_EMAIL: readonly Tenant[] = [
  ['Câmara de Monte', 'CMM', 'rui@monte.example'],
  ['Prefeitura de Monte', 'PMM', 'rui@monte.example'],
];

it.each([
  ['acronym', ONE_ACRONYM, 'a sigla SERRA já existe'],
  ['name', LOOKS_ALIKE, 'outro órgão tem um nome ou uma sigla que se confunde com estes'],
  ['e-mail', ONE_EMAIL, 'o e-mail rui@monte.example já está em uso'],
])('one %s for two tenants', async (_what, tenants, sentence) => {
  const [[name, acronym, email] = ['', '', ''], [other, otherAcronym, otherEmail] = ['', '', '']] = tenants;
  const { rows } = await first.query<{ id: string }>(
    'insert into tenants (name, acronym, name_skeleton, acronym_skeleton) values ($1, $2, $3, $4) returning id',
    [name, acronym, skeletonOf(name), skeletonOf(acronym)],
  );
  await first.query(
    `insert into users (tenant_id, name, last_name, email, password_hash, sealing_key)
      values ($1, 'Rui', 'Sá', $2, 'x', '\\x00')`,
    [rows[0]?.id, email],
  );
  const admin = { name: 'Rita Sá', email: otherEmail };
  expect(await toldTo(() => createTenant(server.connection, { name: other, acronym: otherAcronym, admin }))).toBe(
    sentence,
  );
});
