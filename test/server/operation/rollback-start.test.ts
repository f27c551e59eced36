// The files of the embedded database put back to an older state while the server is stopped, as a
// snapshot of the disk puts them back (I11, S169).

import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentPage } from '#contract/documents.ts';
import { makeFolders } from '#server/postgres/binaries.ts';
import { stopPostmaster } from '#server/postgres/postmaster.ts';
import { logInOverHttp } from '../../e2e/api-client.ts';
import { buildOnce, endServers, runEntry, spawnServer } from '../harness/server-process.ts';

let root = '';
let dataDir = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'malote-put-back-'));
  dataDir = join(root, 'data');
  await buildOnce();
}, 120_000);
afterAll(async () => {
  endServers();
  await stopPostmaster(makeFolders(dataDir));
  await rm(root, { recursive: true, force: true });
});

const environment = () => ({ DATA_DIR: dataDir, DEMO_DOCUMENTS: '10', LOG_LEVEL: 'error' });

/** Starts a server, does the work, and stops it; returns what the server printed. */
async function during(work: (address: string) => Promise<void>): Promise<string> {
  const server = spawnServer(environment());
  await work(await server.ready);
  server.child.kill('SIGTERM');
  await server.exited;
  return server.output();
}

const noted = () => readFile(join(dataDir, 'files', 'high-water'), 'utf8');

describe('a stopped server whose database was put back', { timeout: 240_000 }, () => {
  it('says so in verify, lifts its numbers as it starts, and is declared by hand as well', async () => {
    await during(async () => undefined);
    const { cluster } = makeFolders(dataDir);
    await cp(cluster, join(root, 'old'), { recursive: true });
    const quiet = await during(async (address) => {
      const admin = await logInOverHttp(address, 'admin@pmvi.example');
      const { data } = await admin.get<DocumentPage>('/api/documents?status=pending');
      const before = await noted();
      await admin.send('PATCH', { path: `/api/documents/${data[0]?.id}`, body: { content: '<p>Perdido</p>' } });
      await expect.poll(noted, { timeout: 30_000 }).not.toBe(before);
    });
    expect(quiet).not.toContain('rolled_back');

    await rm(cluster, { recursive: true });
    await cp(join(root, 'old'), cluster, { recursive: true });
    const verify = () => runEntry('verify', { environment: { DATA_DIR: dataDir } });
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining('admin -- rolled-back') });
    const told = await during(async (address) => {
      const admin = await logInOverHttp(address, 'admin@pmvi.example');
      expect(Number(admin.user.scope_epoch)).toBeGreaterThan(1_000_000);
    });
    expect(told).toContain('"event":"rolled_back","proof":"beat"');
    expect(await verify()).toMatchObject({ code: 0 });

    const said = (...args: string[]) =>
      runEntry('admin', { environment: { DATA_DIR: dataDir }, args: ['rolled-back', ...args] });
    expect(await said('--last-number', 'PMVI=5000')).toMatchObject({
      code: 0,
      output: expect.stringContaining('PMVI: o próximo documento será o 5101'),
    });
    expect(await said('--last-number', 'XXXX=1')).toMatchObject({
      code: 1,
      output: expect.stringContaining('não há órgão com a sigla XXXX'),
    });
    expect(await verify()).toMatchObject({ code: 0 });
  });
});
