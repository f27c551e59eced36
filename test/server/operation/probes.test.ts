// What supervisors and balancers ask of a running server, and which version says so.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import pg from 'pg';
import { VERSION } from '#contract/version.ts';
import { MANIFEST_NAME, readArchive } from '#server/operation/archive.ts';
import { momentAt } from '#server/operation/backup-place.ts';
import { openOldDatabase } from '../harness/old-database.ts';
import { buildOnce, endServers, runEntry, spawnServer } from '../harness/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'malote-probes-'));
const DATABASE = 'probes';
const admin = new pg.Client({ ...inject('postgres'), database: 'postgres' });
const environment = ((): Record<string, string> => {
  const { user, password, host, port } = inject('postgres');
  const secret = encodeURIComponent(password);
  return {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://${user}:${secret}@localhost:${port}/${DATABASE}?host=${encodeURIComponent(host)}`,
    DEMO: '0',
  };
})();

beforeAll(async () => {
  await buildOnce();
  await admin.connect();
  await admin.query(`create database ${DATABASE}`);
});
afterAll(async () => {
  endServers();
  await admin.query(`drop database ${DATABASE} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(address: string, path: string): Promise<unknown> {
  const response = await fetch(`${address}${path}`);
  return { status: response.status, body: await response.json() };
}

it('SIGTERM makes a server not ready while its port is still open, and a second one ends the wait', async () => {
  const server = spawnServer({ ...environment, STOP_DELAY_SECONDS: '60', LOG_LEVEL: 'info' });
  const address = await server.ready;
  const ok = { status: 200, body: { status: 'ok', version: VERSION, last_backup: null, last_verify: null } };
  expect(await ask(address, '/health')).toEqual(ok);
  expect(await ask(address, '/health/ready')).toEqual(ok);
  const alive = { status: 200, body: { status: 'ok', version: VERSION } };
  expect(await ask(address, '/health/live')).toEqual(alive);
  expect(JSON.parse(server.output().split('\n', 1)[0] ?? '')).toMatchObject({ msg: 'starting', version: VERSION });

  server.child.kill('SIGTERM');
  await expect
    .poll(() => ask(address, '/health/ready'))
    .toEqual({ status: 503, body: { status: 'unavailable', part: 'stopping' } });
  expect(await ask(address, '/health')).toEqual(ok);
  expect(await ask(address, '/health/live')).toEqual(alive);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  await expect(fetch(`${address}/health/live`)).rejects.toThrow('fetch failed');
});

it('after SIGTERM the port closes by itself when the wait is over', async () => {
  const server = spawnServer({ ...environment, STOP_DELAY_SECONDS: '1' });
  await server.ready;
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});

it('while migrations run the port says so, and each migration has a line', async () => {
  const folderOfAll = new URL('../../../src/server/db/migrations', import.meta.url);
  const names = readdirSync(folderOfAll).filter((name) => name.endsWith('.sql'));
  const old = await openOldDatabase('updating', names.length - 1);
  const holder = new pg.Client({ ...inject('postgres'), database: old.owner.database });
  await holder.connect();
  try {
    await holder.query('begin; lock table schema_migrations in share mode');
    const { user = '', password, host = '', port: at = 0, database = '' } = old.owner;
    const DATABASE_URL = `postgres://${user}:${String(password)}@localhost:${at}/${database}?host=${encodeURIComponent(host)}`;
    const PORT = String(await freePort());
    const server = spawnServer({
      ...environment,
      DATABASE_URL,
      DATA_DIR: join(folder, 'old'),
      PORT,
      LOG_LEVEL: 'info',
    });
    const address = `http://127.0.0.1:${PORT}`;
    const asked = (path: string, accept: string) =>
      fetch(`${address}${path}`, { headers: { accept } }).then(
        async (response) => [response.status, response.headers.get('retry-after'), await response.text()] as const,
        () => null,
      );
    await expect
      .poll(() => asked('/health/ready', '*/*'))
      .toEqual([503, '10', '{"status":"unavailable","part":"updating"}']);
    const [status, again, body] = (await asked('/api/documents', 'application/json')) ?? [];
    expect([status, again, JSON.parse(body ?? '')]).toEqual([
      503,
      '10',
      { message: 'O servidor está sendo atualizado. Tente de novo em alguns minutos.' },
    ]);
    const page = await asked('/admin/manage-documents', 'text/html,*/*');
    expect(page?.[0]).toBe(503);
    expect(page?.[2]).toContain('<h1>O Malote está sendo atualizado</h1>');
    expect(await asked('/health/live', '*/*')).toEqual([200, null, JSON.stringify({ status: 'ok', version: VERSION })]);
    await holder.query('rollback');
    expect(await server.ready).toBe(address);
    expect((await asked('/health/ready', '*/*'))?.[0]).toBe(200);
    expect(server.output()).toMatch(/"event":"update_begun".*\n.*"event":"migration"/);
    expect(server.output().split('"event":"migration"')).toHaveLength(2);
    expect(server.output()).toContain(`"name":"${names.at(-1)?.replace('.sql', '') ?? ''}"`);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  } finally {
    await holder.end();
    await old.close();
  }
}, 60_000);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

it('a backup says which version made it', async () => {
  const path = join(folder, 'backup.tar');
  expect(await runEntry('backup', { environment, args: [path] })).toMatchObject({ code: 0 });
  const entries = readArchive(path);
  const first = (await entries.next()).value;
  expect(first?.name).toBe(MANIFEST_NAME);
  expect(JSON.parse(String(first?.content))).toMatchObject({ version: VERSION });
  await entries.return(undefined);
});

it('a running server backs up when its hour has passed, logs it and tells it; a command restores from there', async () => {
  const own = { ...environment, BACKUP_TO: join(folder, 'to'), LOG_LEVEL: 'info' };
  const client = new pg.Client({ ...inject('postgres'), database: DATABASE });
  await client.connect();
  await client.query(`insert into maintenance (name, due_at) values ('backup', now() - interval '1 minute')
    on conflict (name) do update set due_at = excluded.due_at, succeeded_at = null`);
  await client.end();
  const server = spawnServer(own);
  const address = await server.ready;
  await expect.poll(server.output, { timeout: 30_000 }).toContain('"event":"verify_done"');
  expect(server.output()).toContain('"event":"backup_done"');
  expect(await ask(address, '/health')).toMatchObject({
    body: { last_backup: expect.stringMatching(/^20\d\d-.*Z$/), last_verify: expect.stringMatching(/^20\d\d-.*Z$/) },
  });
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  // A backup is named by its second.
  const first = momentAt(Date.now());
  await expect.poll(() => momentAt(Date.now()), { timeout: 5_000 }).not.toBe(first);

  expect(await runEntry('backup', { environment: own })).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Backup 20\S+\.tar\.gz: 0 documentos, 0 arquivos, 0 deles novos; conferido$/m),
  });
  expect(await runEntry('verify', { environment: own, args: ['--from-backup'] })).toMatchObject({ code: 0 });
  const target = { DATA_DIR: join(folder, 'restored'), BACKUP_TO: own.BACKUP_TO };
  expect(await runEntry('restore', { environment: target, args: ['--moment', 'never'] })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/não há um só backup never; há: 20\S+\.tar\.gz, 20\S+\.tar\.gz/),
  });
  expect(await runEntry('restore', { environment: target, args: ['--moment', 'last'] })).toMatchObject({ code: 0 });
  expect(await runEntry('restore', { environment: target })).toMatchObject({
    code: 1,
    output: expect.stringContaining('uso: npm run restore'),
  });
}, 120_000);
