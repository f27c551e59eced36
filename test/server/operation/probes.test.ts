// What supervisors and balancers ask of a running server, and which version says so.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import pg from 'pg';
import { VERSION } from '#contract/version.ts';
import { MANIFEST_NAME, readArchive } from '#server/operation/archive.ts';
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
  const ok = { status: 200, body: { status: 'ok' } };
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

it('a backup says which version made it', async () => {
  const path = join(folder, 'backup.tar');
  expect(await runEntry('backup', { environment, args: [path] })).toMatchObject({ code: 0 });
  expect(Date.parse(readFileSync(join(folder, 'data', 'last-backup'), 'utf8').trim())).toBeGreaterThan(0);
  const entries = readArchive(path);
  const first = (await entries.next()).value;
  expect(first?.name).toBe(MANIFEST_NAME);
  expect(JSON.parse(String(first?.content))).toMatchObject({ version: VERSION });
  await entries.return(undefined);
});
