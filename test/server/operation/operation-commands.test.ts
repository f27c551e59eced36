// The commands backup, restore and verify, beside a running server and in a new folder.

import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOnce, endServers, runEntry, spawnServer } from '../harness/server-process.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-operation-'));
  await buildOnce();
}, 120_000);
afterAll(async () => {
  endServers();
  await rm(folder, { recursive: true, force: true });
});

describe('the commands', () => {
  it('backup and verify work beside a running server, and restore works into a new folder', async () => {
    const source = join(folder, 'source');
    const target = join(folder, 'target');
    const archive = join(folder, 'malote.tar');
    const server = spawnServer({ DATA_DIR: source, DEMO_DOCUMENTS: '10' });
    await server.ready;

    const backup = await runEntry('backup', { environment: { DATA_DIR: source }, args: [archive] });
    expect(backup).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Backup em .*: \d+ documentos, \d+ arquivos$/m),
    });
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    const clean = /: 0 diferenças$/m;
    expect(await runEntry('verify', { environment: { DATA_DIR: source } })).toMatchObject({
      code: 0,
      output: expect.stringMatching(clean),
    });
    expect(await runEntry('restore', { environment: { DATA_DIR: source }, args: [archive] })).toMatchObject({
      code: 1,
      output: expect.stringContaining('o banco de dados não está vazio'),
    });

    expect(await runEntry('restore', { environment: { DATA_DIR: target }, args: [archive] })).toMatchObject({
      code: 0,
    });
    expect(await runEntry('verify', { environment: { DATA_DIR: target } })).toMatchObject({ code: 0 });
    await rm(join(target, 'files'), { recursive: true });
    expect(await runEntry('verify', { environment: { DATA_DIR: target } })).toMatchObject({
      code: 1,
      output: expect.stringContaining('arquivo que falta: '),
    });
    expect(await runEntry('backup', { environment: { DATA_DIR: target } })).toMatchObject({
      code: 1,
      output: expect.stringContaining('uso: npm run backup -- ARQUIVO'),
    });

    const environment = { DATA_DIR: source };
    expect(await runEntry('rotate-receipt-key', { environment, args: ['pmvi'] })).toMatchObject({
      code: 0,
      output: expect.stringContaining('Chave nova de pmvi: '),
    });

    expect(await runEntry('admin', { environment })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^uso:\n {2}npm run admin -- demo:remove /),
    });
    expect(await runEntry('admin', { environment, args: ['demo:remove'] })).toMatchObject({
      code: 0,
      output: 'Apagado: PMVI, CMVI\n',
    });

    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  }, 120_000);
});
