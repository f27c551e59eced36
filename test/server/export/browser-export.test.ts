// "Exportar tudo": asked for, made, taken in spans and taken back (S239).

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExportAnswer } from '#contract/exports.ts';
import { createExports, KEPT_MS } from '#server/export/run-exports.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { collectStrayFiles } from '#server/jobs/collect-stray-files.ts';
import { importExport } from '#server/operation/import-export.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { smallPdf } from '../harness/multipart.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const run = promisify(execFile);
let folder = '';
let now = Date.parse('2026-11-28T12:00:00Z');
let server: TestServer;
let world: World;
let admin: TestClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-browser-export-'));
  server = await startTestServer({ clock: () => now });
  world = await createWorld(server);
  admin = await world.as(world.pmvi.people.admin);
  const ana = await world.as(world.pmvi.people.ana);
  for (let made = 0; made < 4; made += 1)
    await createdDocument(ana, {
      town: world.pmvi,
      to: world.pmvi.people.bia,
      sector: 'SEMED',
      files: [{ name: `Ofício nº ${made}.pdf`, content: smallPdf(`${made}`.repeat(3000)) }],
    });
});
afterAll(async () => {
  await world.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => admin.send('DELETE', '/api/export'));

const exportsOf = (files: FileStore = server.services.files) =>
  createExports({ ...server.services, connection: server.connection, files });
const ask = async (): Promise<ExportAnswer['export']> =>
  (await admin.send('POST', '/api/export', {})).json<ExportAnswer>().export;
const stateNow = async (): Promise<ExportAnswer['export']> =>
  (await admin.get('/api/export')).json<ExportAnswer>().export;
const take = (headers: Record<string, string> = {}, by = admin) =>
  by.inject({ method: 'GET', url: '/api/export/file', headers });

async function made(): Promise<Buffer> {
  await ask();
  await exportsOf().tick();
  const answer = await take();
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

describe('an export in the browser', () => {
  it('is an archive that unpacks, whose sums hold, and that another server imports', async () => {
    expect(await stateNow()).toBeNull();
    expect((await take()).statusCode).toBe(404);
    expect(await ask()).toMatchObject({ state: 'waiting', asked_by: 'Helena Prado', size: 0 });
    // Asked for again, it is the same one.
    expect(await ask()).toMatchObject({ state: 'waiting' });
    await exportsOf().tick();
    const ready = await stateNow();
    expect(ready).toMatchObject({ state: 'ready', files_done: 4, files_all: 4, documents: 4, lost: 0, fault: null });
    const answer = await take();
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(ready?.size),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="malote-PMVI-2026-11-28.zip"',
    });
    expect(answer.rawPayload).toHaveLength(ready?.size ?? 0);
    const zip = join(folder, 'all.zip');
    const to = join(folder, 'unpacked');
    await writeFile(zip, answer.rawPayload);
    await run('python3', [
      '-c',
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])',
      zip,
      to,
    ]);
    await run('sha256sum', ['--quiet', '--strict', '-c', 'SHA256SUMS'], { cwd: to });
    expect(await readFile(join(to, 'indice.html'), 'utf8')).toContain('documentos/PMVI001.html');
    const target = await startTestServer();
    const parts = { connection: target.connection, files: target.services.files, now };
    expect(await importExport(to, parts)).toMatchObject({ documents: 4, files: 4 });
    expect(await verifyData(parts)).toMatchObject({ differences: [] });
    await target.close();
  });

  it('goes on from any byte, and is whole again where the archive is another one', async () => {
    const whole = await made();
    const tag = String((await take()).headers['etag']);
    const size = whole.length;
    for (const [from, to] of [
      [0, 0],
      [0, 29],
      [17, 5000],
      [size - 1, size - 1],
      [size - 70, size - 1],
      [3000, size - 1],
    ] as const) {
      const part = await take({ range: `bytes=${from}-${to}`, 'if-range': tag });
      expect(part.statusCode).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${from}-${to}/${size}`);
      expect(part.rawPayload.equals(whole.subarray(from, to + 1))).toBe(true);
    }
    for (let from = 0; from < size; from += 997)
      expect((await take({ range: `bytes=${from}-` })).rawPayload.equals(whole.subarray(from))).toBe(true);
    expect((await take({ range: 'bytes=-100' })).rawPayload.equals(whole.subarray(-100))).toBe(true);
    expect((await take({ range: 'bytes=5-9', 'if-range': '"another"' })).statusCode).toBe(200);
    expect(await take({ range: `bytes=${size}-` })).toMatchObject({ statusCode: 416 });
    for (const nonsense of ['bytes=9-5', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])
      expect([200, 416]).toContain((await take({ range: nonsense })).statusCode);
  });

  it('is recorded once for each person, however often it goes on', async () => {
    await made();
    await take();
    await take({ range: 'bytes=100-' });
    await take({}, await world.as(world.pmvi.people.admin2));
    const events = await world.query(
      `select user_id::int as by, kind, amount from access_events where act = 'export-everything' and at = '${new Date(now).toISOString()}' order by user_id`,
    );
    expect(events.slice(-2)).toEqual(
      [world.pmvi.people.admin.id, world.pmvi.people.admin2.id].map((by) => ({ by, kind: 'export', amount: 4 })),
    );
  });

  it('is for a Super Admin, judged again at each request', async () => {
    await made();
    const other = await world.as(world.pmvi.people.admin2);
    expect((await take({}, other)).statusCode).toBe(200);
    await world.query(`update user_roles set role_id = ${world.pmvi.roles.Servidor} where user_id = ${other.userId}`);
    expect((await take({}, other)).statusCode).toBe(403);
    await world.query(
      `update user_roles set role_id = ${world.pmvi.roles['Super Admin']} where user_id = ${other.userId}`,
    );
    // A role of a town's own that may change the town is not enough.
    await world.query(
      `update roles set permissions = permissions || '{update_tenants}' where id = ${world.pmvi.roles.Servidor}`,
    );
    const ana = await world.as(world.pmvi.people.ana);
    expect((await take({}, ana)).statusCode).toBe(403);
    expect((await ana.get('/api/export')).statusCode).toBe(403);
    expect((await take({}, await world.as(world.cmvi.people.admin))).statusCode).toBe(404);
  });

  it('goes on with the next file after its server died, and after the file store was away', async () => {
    await ask();
    const read: string[] = [];
    const failing = (at: number): FileStore => ({
      ...server.services.files,
      open: async (key) => {
        read.push(key);
        if (read.length === at) throw new Error('the server dies here');
        return server.services.files.open(key);
      },
    });
    // Nothing of the dying server reaches the database: neither a fault nor the end of its lease.
    const dying = { ...server.services, database: { ...server.database, inTenant: mortal(() => read.length >= 3) } };
    await createExports({ ...dying, connection: server.connection, files: failing(3) })
      .tick()
      .catch(() => undefined);
    expect(await stateNow()).toMatchObject({ state: 'making' });
    const before = read.length;
    // Another server takes it once the lease is over.
    await exportsOf(failing(0)).tick();
    expect(await stateNow()).toMatchObject({ state: 'making' });
    now += 61_000;
    await exportsOf(failing(0)).tick();
    expect(await stateNow()).toMatchObject({ state: 'ready', lost: 0 });
    expect(read.length - before).toBeGreaterThan(0);
    expect((await take()).statusCode).toBe(200);
  });

  it('can be taken back while it is made, and leaves nothing', async () => {
    await ask();
    let taken = false;
    const slow: FileStore = {
      ...server.services.files,
      open: async (key) => {
        if (!taken) await admin.send('DELETE', '/api/export');
        taken = true;
        now += 2000;
        return server.services.files.open(key);
      },
    };
    await exportsOf(slow).tick();
    expect(await stateNow()).toBeNull();
    expect(await world.query('select from export_entries')).toEqual([]);
    expect(await verifyData({ connection: server.connection, files: server.services.files })).toMatchObject({
      differences: [],
      strays: 0,
    });
  });

  it('says that there is no room, and can be asked for again', async () => {
    await ask();
    const { StoreUnavailable } = await import('#server/files/file-store.ts');
    const full: FileStore = { ...server.services.files, put: () => Promise.reject(new StoreUnavailable('full')) };
    await exportsOf(full).tick();
    expect(await stateNow()).toMatchObject({ state: 'failed', fault: 'full' });
    await ask();
    await exportsOf().tick();
    expect(await stateNow()).toMatchObject({ state: 'ready', fault: null });
  });

  it('is kept for two days, and no cleaning takes its parts before', async () => {
    await made();
    const { database, files } = server.services;
    const old: FileStore = {
      ...files,
      async *entries() {
        for await (const entry of files.entries()) yield { ...entry, ageMs: 10 * 86_400_000 };
      },
    };
    await collectStrayFiles({ database, files: old });
    expect((await take()).statusCode).toBe(200);
    now += KEPT_MS;
    expect(await stateNow()).toBeNull();
    expect((await take()).statusCode).toBe(404);
    await exportsOf().tick();
    expect(await world.query('select from exports')).toEqual([]);
    expect(await verifyData({ connection: server.connection, files })).toMatchObject({ differences: [], strays: 0 });
  });

  it('sends two at a time for a town, and asks a third to come again', async () => {
    await made();
    await world.query('begin');
    await world.query('lock table export_entries in access exclusive mode');
    const held = [take(), take()];
    await expect
      .poll(async () => {
        const [row] = await world.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_locks where relation = 'export_entries'::regclass and not granted`,
        );
        return row?.waiting;
      })
      .toBe(2);
    const third = await take();
    expect([third.statusCode, third.headers['retry-after']]).toEqual([503, '10']);
    await world.query('rollback');
    for (const answer of await Promise.all(held)) expect(answer.statusCode).toBe(200);
    expect((await take()).statusCode).toBe(200);
  });
});

/** A database that answers nothing any more once the server is dead. */
function mortal(isDead: () => boolean): TestServer['database']['inTenant'] {
  return (tenantId, work) => (isDead() ? Promise.reject(new Error('dead')) : server.database.inTenant(tenantId, work));
}
