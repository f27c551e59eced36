// The commands `export` and `import-export` as processes, killed where they wait, and for an
// ordinary owner of the database, whom row-level security binds (S239).

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { exportTenant } from '#server/operation/export-tenant.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { endOwnerOf, ownerOf } from '../harness/plain-owner.ts';
import { buildOnce, endServers, runEntry } from '../harness/server-process.ts';
import { createWorld, type World } from '../harness/world.ts';

const postgres = inject('postgres');
const PLAIN = `imported_${process.pid}`;
const plain = { ...postgres, user: PLAIN, password: PLAIN, database: PLAIN };

let folder = '';
let server: TestServer;
let world: World;

async function asAdmin(...statements: string[]): Promise<void> {
  const client = new pg.Client({ ...postgres, database: 'postgres' });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-commands-'));
  await buildOnce();
  server = await startTestServer();
  world = await createWorld(server);
  const ana = await world.as(world.pmvi.people.ana);
  for (let made = 0; made < 3; made += 1)
    await createdDocument(ana, { town: world.pmvi, to: world.pmvi.people.bia, sector: 'SEMED' });
  await asAdmin(...ownerOf(PLAIN), `create database ${PLAIN} owner ${PLAIN}`);
  await migrateDatabase(plain);
}, 120_000);
afterAll(async () => {
  endServers();
  await world.close();
  await server.close();
  await asAdmin(`drop database ${PLAIN} with (force)`, ...endOwnerOf(PLAIN));
  await rm(folder, { recursive: true, force: true });
});

const environmentOf = ({ user, password, host, port, database }: pg.ClientConfig, data: string) => ({
  DATABASE_URL: `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`,
  DATA_DIR: join(folder, data),
});

/** Starts the command while the table is locked, and kills it where it waits for the lock. */
async function killedAt(
  table: string,
  command: { entry: string; args: readonly string[]; of: pg.ClientConfig; data: string },
): Promise<void> {
  const owner = new pg.Client(command.of);
  await owner.connect();
  await owner.query(`begin; lock table ${table} in access exclusive mode`);
  const child = spawn(process.execPath, [join(inject('serverBuild'), `${command.entry}.js`), ...command.args], {
    env: { PATH: process.env['PATH'], ...environmentOf(command.of, command.data) },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  await expect
    .poll(async () => {
      const { rows } = await owner.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_locks where relation = '${table}'::regclass and not granted`,
      );
      return rows[0]?.waiting;
    })
    .toBe(1);
  child.kill('SIGKILL');
  await ended;
  await owner.query('rollback');
  await owner.end();
}

it('an import that is killed leaves nothing, an export that is killed goes on, and an ordinary owner can do both', async () => {
  const from = join(folder, 'pmvi');
  await exportTenant(
    { connection: server.connection, files: server.services.files, now: Date.now() },
    { acronym: 'PMVI', folder: from },
  );
  await killedAt('logs', { entry: 'import-export', args: [from], of: plain, data: 'target' });
  const owner = new pg.Client(plain);
  await owner.connect();
  await owner.query(`set app.maintenance = 'on'`);
  expect((await owner.query('select from tenants')).rowCount).toBe(0);
  await owner.end();
  const environment = environmentOf(plain, 'target');
  expect(await runEntry('import-export', { environment, args: [from] })).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /Importado: PMVI, 3 documentos, 3 arquivos\nSenha de admin@pmvi\.example, em até 7 dias: \/password-reset\/[A-Z2-9-]{19}\?email=/,
    ),
  });
  expect(await runEntry('import-export', { environment, args: [from] })).toMatchObject({
    code: 1,
    output: expect.stringContaining('o órgão PMVI não está vazio'),
  });

  const to = join(folder, 'again');
  await killedAt('alerts', { entry: 'export', args: ['pmvi', to], of: plain, data: 'target' });
  expect(existsSync(join(to, 'SHA256SUMS'))).toBe(false);
  expect(await readdir(join(to, 'arquivos'))).toHaveLength(3);
  expect(await runEntry('export', { environment, args: ['PMVI', to] })).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Arquivos: 3 de 3\nExportado em .*: 3 documentos, 3 arquivos$/m),
  });
  for (const name of await readdir(join(from, 'tabelas')))
    expect(await readFile(join(to, 'tabelas', name), 'utf8')).toBe(await readFile(join(from, 'tabelas', name), 'utf8'));
  expect(await runEntry('export', { environment, args: ['PMVI'] })).toMatchObject({
    code: 1,
    output: expect.stringContaining('uso: npm run export -- SIGLA PASTA'),
  });
}, 120_000);
