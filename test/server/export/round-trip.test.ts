// Everything of a tenant, out into a folder and in again elsewhere (S239).

import { execFile } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { ReceiptKey } from '#contract/receipt-key.ts';
import { signedText } from '#contract/signed-receipt.ts';
import { openDiskStore } from '#server/files/disk-store.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { exportTenant } from '#server/operation/export-tenant.ts';
import { importExport } from '#server/operation/import-export.ts';
import { createTenant } from '#server/operation/tenants.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { enter } from '../harness/enter.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { World } from '../harness/world.ts';
import { changedCopy, exportedTown, type ExportedTown, partsOf, rewritten } from './exported-town.ts';

const run = promisify(execFile);
let town: ExportedTown;
let source: TestServer;
let world: World;
let folder = '';
let whole = '';
let receipt: ExportedTown['receipt'];

beforeAll(async () => {
  town = await exportedTown();
  ({ source, world, folder, whole, receipt } = town);
});
afterAll(() => town.close());

const linesOf = async (from: string, table: string): Promise<string[]> =>
  (await readFile(join(from, 'tabelas', `${table}.jsonl`), 'utf8')).split('\n').slice(0, -1);
const tablesOf = async (from: string): Promise<string[]> =>
  (await readdir(join(from, 'tabelas')))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.replace('.jsonl', ''));

/** Tables whose lines differ. */
async function differences(one: string, other: string): Promise<string[]> {
  const differ: string[] = [];
  for (const table of await tablesOf(one))
    if ((await linesOf(one, table)).join('\n') !== (await linesOf(other, table)).join('\n')) differ.push(table);
  return differ;
}

const sumsHold = async (of: string): Promise<string> =>
  (await run('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: of })).stdout;

async function withServer<T>(work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startTestServer();
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

describe('an export', () => {
  it('has the tenant alone, whole, without secrets, with sums that hold', async () => {
    expect(await sumsHold(whole)).toBe('');
    const documents = (await linesOf(whole, 'documents')).map((line) => JSON.parse(line) as Record<string, unknown>);
    const [counted] = await world.query<{ count: number }>(
      `select count(*)::int as count from documents where tenant_id = ${world.pmvi.id}`,
    );
    expect(documents).toHaveLength(counted?.count ?? 0);
    const { stdout } = await run(
      'grep',
      ['-rlE', 'Segredo da Câmara|password_hash|private_key"|sealing_key"|\\$argon2', '.'],
      { cwd: whole },
    ).catch((error: { stdout: string }) => error);
    expect(stdout.split('\n').filter(Boolean)).toEqual([]);
    for (const table of await tablesOf(whole)) {
      const schema = JSON.parse(await readFile(join(whole, 'tabelas', `${table}.schema.json`), 'utf8')) as {
        required: string[];
      };
      for (const line of await linesOf(whole, table))
        expect(Object.keys(JSON.parse(line) as object)).toEqual(schema.required);
    }
    // Files as they were sent.
    const files = (await linesOf(whole, 'files')).map(
      (line) => JSON.parse(line) as { id: number; sha256: string; name: string },
    );
    expect(files.length).toBeGreaterThan(0);
    for (const { id, sha256 } of files) {
      const name = (await readdir(join(whole, 'arquivos'))).find((one) => one.startsWith(`${id}-`)) ?? '';
      expect((await run('sha256sum', [name], { cwd: join(whole, 'arquivos') })).stdout).toContain(sha256);
    }
    expect((await stat(join(whole, 'indice.html'))).mode & 0o777).toBe(0o600);
  });

  it('its index leads to every document and every file, and nothing in a page can run', async () => {
    const index = await readFile(join(whole, 'indice.html'), 'utf8');
    const pages = [...index.matchAll(/href="(documentos\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(pages).toHaveLength((await linesOf(whole, 'documents')).length);
    const linked = new Set<string>();
    for (const path of pages) {
      const page = await readFile(join(whole, decodeURIComponent(path)), 'utf8');
      expect(page).toContain(`default-src 'none'; style-src 'unsafe-inline'`);
      expect(page).not.toMatch(/<script/i);
      for (const [, file = ''] of page.matchAll(/href="\.\.\/(arquivos\/[^"]+)"/g))
        linked.add(decodeURIComponent(file));
    }
    expect([...linked].toSorted()).toEqual(
      (await readdir(join(whole, 'arquivos'))).map((name) => `arquivos/${name}`).toSorted(),
    );
  });

  it('is one access event, which names no person', async () => {
    const events = await world.query(
      `select user_id::int, kind, act, amount, device from access_events where act = 'export-everything'`,
    );
    expect(events).toEqual([
      {
        user_id: 0,
        kind: 'export',
        act: 'export-everything',
        amount: (await linesOf(whole, 'documents')).length,
        device: 'linha de comando do servidor',
      },
    ]);
  });

  it('goes on where it was cut off, and then equals one that was not', async () => {
    const target = join(folder, 'cut');
    const read: string[] = [];
    const failing = (at: number): FileStore => ({
      ...source.services.files,
      open: async (key) => {
        read.push(key);
        if (read.length === at) throw new Error('cut off');
        return source.services.files.open(key);
      },
    });
    await expect(exportTenant(partsOf(source, failing(3)), { acronym: 'PMVI', folder: target })).rejects.toThrow(
      'cut off',
    );
    expect(existsSync(join(target, 'SHA256SUMS'))).toBe(false);
    const before = read.length;
    await exportTenant(partsOf(source, failing(0)), { acronym: 'PMVI', folder: target });
    const files = (await linesOf(target, 'files')).length;
    // Two files had arrived before the cut, and are not read again.
    expect(read.length - before).toBe(files - 2);
    expect(await sumsHold(target)).toBe('');
    // The export before it is an access event by now.
    expect(await differences(whole, target)).toEqual(['access_events']);
    await expect(exportTenant(partsOf(source), { acronym: 'PMVI', folder: target })).rejects.toThrow(
      'já tem uma exportação completa',
    );
    await expect(exportTenant(partsOf(source), { acronym: 'PMVI', folder })).rejects.toThrow('não está vazia');
    await expect(exportTenant(partsOf(source), { acronym: 'NADA', folder: join(folder, 'none') })).rejects.toThrow(
      'não há órgão com a sigla NADA',
    );
  });

  it('stays in its folder, whatever the acronym is', async () => {
    const outer = await mkdtemp(join(folder, 'outer-'));
    const rename = (acronym: string) =>
      world.query('update tenants set acronym = $1 where id = $2', [acronym, world.pmvi.id]);
    await rename('../../PM');
    await exportTenant(partsOf(source), { acronym: '../../PM', folder: join(outer, 'inner') });
    await rename('PMVI');
    expect(await readdir(outer)).toEqual(['inner']);
    expect(await readdir(join(outer, 'inner', 'documentos'))).toHaveLength((await linesOf(whole, 'documents')).length);
  });

  it('names a file that the server has lost, and has everything else', async () => {
    const target = join(folder, 'lost');
    const [file] = await world.query<{ id: number; storage_key: string }>(
      `select id::int, storage_key from files where tenant_id = ${world.pmvi.id} order by id limit 1`,
    );
    const files: FileStore = {
      ...source.services.files,
      open: (key) =>
        key === file?.storage_key
          ? openDiskStore(join(folder, 'nothing')).then((store) => store.open(key))
          : source.services.files.open(key),
    };
    const made = await exportTenant(partsOf(source, files), { acronym: 'PMVI', folder: target });
    expect(made.lost).toEqual([expect.stringMatching(`^arquivos/${file?.id}-`)]);
    expect(await readFile(join(target, 'indice.html'), 'utf8')).toContain('Arquivos perdidos');
    expect(await sumsHold(target)).toBe('');
    await withServer(async (server) => {
      expect(await importExport(target, partsOf(server))).toMatchObject({ lost: made.lost });
      expect((await verifyData(partsOf(server))).differences).toEqual([expect.stringContaining('arquivo que falta')]);
    });
  });
});

describe('an import', () => {
  it('makes an equal tenant on an empty server: lines, hashes, chain and receipts', async () => {
    await withServer(async (server) => {
      const made = await importExport(whole, partsOf(server));
      expect(made).toMatchObject({ tenantId: world.pmvi.id, acronym: 'PMVI', renumbered: false, alike: 0, lost: [] });
      expect(await verifyData(partsOf(server))).toMatchObject({ differences: [], strays: 0 });
      const again = await mkdtemp(join(folder, 'again-'));
      await exportTenant(partsOf(server), { acronym: 'PMVI', folder: again });
      expect(await differences(whole, again)).toEqual([]);
      // Nothing else differs: pages, files, schemas and sums are the same bytes.
      expect(await readFile(join(again, 'SHA256SUMS'), 'utf8')).toBe(await readFile(join(whole, 'SHA256SUMS'), 'utf8'));

      const key = v.parse(ReceiptKey, (await server.app.inject(`/api/receipt-keys/${receipt.signed.key}`)).json());
      const { signature, ...facts } = receipt.signed;
      const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.public_key }, format: 'jwk' });
      expect(
        verify(null, Buffer.from(signedText(receipt, facts)), publicKey, Buffer.from(signature, 'base64url')),
      ).toBe(true);

      // People work on there: ids and numbers go on, the chain too.
      const ana = await enter(server, world.pmvi.people.ana);
      const more = await createdDocument(ana, { town: world.pmvi, to: world.pmvi.people.bia, sector: 'SEMED' });
      expect(more.number).toBe(
        Math.max(
          ...(await linesOf(whole, 'documents')).map((line) => (JSON.parse(line) as { number: number }).number),
        ) + 1,
      );
      expect(await verifyData(partsOf(server))).toMatchObject({ differences: [] });
    });
  });

  it('gives the tenant another number where its own is taken, and links its history anew', async () => {
    await withServer(async (server) => {
      const admin = { name: 'Outra Pessoa', email: 'outra@outr.example' };
      for (let made = 0; made < world.pmvi.id; made += 1)
        await createTenant(server.connection, {
          name: `Outro Órgão ${'abc'[made] ?? ''}`,
          acronym: `OUTR${made}`,
          admin: { ...admin, email: `${made}${admin.email}` },
        });
      const made = await importExport(whole, partsOf(server));
      expect(made).toMatchObject({ renumbered: true, acronym: 'PMVI' });
      expect(made.tenantId).not.toBe(world.pmvi.id);
      // The one person of each of the others has a number that a person of this tenant has.
      const numbers = (await linesOf(whole, 'users')).map((line) => (JSON.parse(line) as { id: number }).id);
      expect(made.alike).toBe(numbers.filter((id) => id <= world.pmvi.id).length);
      expect(made.alike).toBeGreaterThan(0);
      expect(await verifyData(partsOf(server))).toMatchObject({ differences: [] });
      const again = await mkdtemp(join(folder, 'again-'));
      await exportTenant(partsOf(server), { acronym: 'PMVI', folder: again });
      expect((await differences(whole, again)).toSorted()).toEqual(['history_heads', 'interactions', 'logs']);
    });
  });

  it('counts no people of equal numbers where the tenant has an address of its own', async () => {
    const copy = await changedCopy(town, (at) =>
      rewritten(at, 'tabelas/tenants.jsonl', (text) => text.replace('"host":null', '"host":"oficios.vale.example"')),
    );
    await withServer(async (server) => {
      const admin = { name: 'Outra Pessoa', email: 'outra@outr.example' };
      await createTenant(server.connection, { name: 'Outro Órgão', acronym: 'OUTR', admin });
      expect(await importExport(copy, partsOf(server))).toMatchObject({ alike: 0 });
    });
  });

  it('takes the place of an empty tenant, whose account keeps its password, and of no other', async () => {
    await withServer(async (server) => {
      const admin = { name: 'Helena Prado', email: 'admin@pmvi.example', password: 'uma senha bem longa' };
      await createTenant(server.connection, { name: 'Órgão PMVI', acronym: 'PMVI', admin });
      await importExport(whole, partsOf(server));
      await server.login(admin.email, admin.password);
      await expect(importExport(whole, partsOf(server))).rejects.toThrow('o órgão PMVI não está vazio');
    });
  });

  it('leaves the common address to all tenants, and compares names as they look', async () => {
    const copy = await changedCopy(town, (at) =>
      rewritten(at, 'tabelas/tenants.jsonl', (text) =>
        text.replace('"host":null', '"host":"malote.example"').replace('"name_skeleton":null', '"name_skeleton":"x"'),
      ),
    );
    await withServer(async (server) => {
      await importExport(copy, { ...partsOf(server), commonHost: 'malote.example' });
      const client = new pg.Client(server.connection);
      await client.connect();
      await client.query(`set app.maintenance = 'on'`);
      const { rows } = await client.query('select host, name_skeleton from tenants');
      await client.end();
      expect(rows).toEqual([{ host: null, name_skeleton: 'orgaopmvl' }]);
    });
  });
});
