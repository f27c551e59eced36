// The commands backup, restore and verify, beside a running server and in a new folder.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
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

    // A psql that connects with what it finds in its environment, as the real one does.
    const bin = join(folder, 'bin');
    await mkdir(bin, { recursive: true });
    const pg = JSON.stringify(import.meta.resolve('pg'));
    const script = `import pg from ${pg}; const client = new pg.Client(); await client.connect();
      console.log(process.argv.slice(2), (await client.query('select count(*)::int from tenants')).rows); await client.end();`;
    await writeFile(join(bin, 'psql.mjs'), script);
    await writeFile(join(bin, 'psql'), `#!/bin/sh\nexec "${process.execPath}" "${bin}/psql.mjs" "$@"\n`, {
      mode: 0o755,
    });
    expect(await runEntry('psql', { environment: { ...environment, PATH: bin }, args: ['-At'] })).toMatchObject({
      code: 0,
      output: expect.stringContaining("[ '-At' ] [ { count: 2 } ]"),
    });
    expect(await runEntry('psql', { environment: { ...environment, PATH: folder } })).toMatchObject({
      code: 1,
      output: expect.stringContaining('o psql não está instalado'),
    });

    expect(await runEntry('admin', { environment })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^uso:\n {2}npm run admin -- tenant list\n/),
    });
    expect(await runEntry('admin', { environment, args: ['demo:remove'] })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Banco de dados: DATA_DIR \/.*\nApagado: PMVI, CMVI$/m),
    });

    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  }, 240_000);

  it('no command makes a database where there is none, and each says where it looked', async () => {
    const DATA_DIR = join(folder, 'wrong');
    const tenant = [
      '--name',
      'Prefeitura',
      '--acronym',
      'TST',
      '--admin-name',
      'Ana',
      '--admin-email',
      'ana@tst.example',
    ];
    const attempts = [
      ['backup', join(folder, 'none.tar')],
      ['verify'],
      ['rotate-receipt-key', 'PMVI'],
      ['admin', 'demo:remove'],
      ['psql'],
      ['create-tenant', ...tenant],
    ] as const;
    for (const [entry, ...args] of attempts) {
      const run = await runEntry(entry, { environment: { DATA_DIR }, args });
      expect(run).toEqual({
        code: 1,
        output: `DATA_DIR ${DATA_DIR}: não há um banco de dados do Malote ali. Defina DATA_DIR como no servidor\n`,
      });
    }
    expect(existsSync(DATA_DIR)).toBe(false);
    const made = await runEntry('create-tenant', { environment: { DATA_DIR }, args: [...tenant, '--new-database'] });
    expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/^Criado: Prefeitura \(TST\)/m) });
    const second = await runEntry('create-tenant', { environment: { DATA_DIR }, args: tenant });
    expect(second).toMatchObject({ code: 1, output: expect.stringContaining('a sigla TST já existe') });
  }, 120_000);
});
