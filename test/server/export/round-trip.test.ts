// Everything of a tenant, out into a folder and in again elsewhere (S239, S240).

import { execFile } from 'node:child_process';
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { ReceiptKey } from '#contract/receipt-key.ts';
import { signedText, type SignedContent } from '#contract/signed-receipt.ts';
import type { Receipt } from '#contract/writes.ts';
import { openDiskStore } from '#server/files/disk-store.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { exportTenant } from '#server/operation/export-tenant.ts';
import { importExport } from '#server/operation/import-export.ts';
import { createTenant } from '#server/operation/tenants.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { enter } from '../harness/enter.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { smallPdf } from '../harness/multipart.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import { createWorld, type World } from '../harness/world.ts';

const run = promisify(execFile);
const now = Date.parse('2026-11-28T12:00:00Z');
let folder = '';
let source: TestServer;
/** Nothing is ever imported into it. */
let empty: TestServer;
let world: World;
/** An export of the town as it is after `beforeAll`. */
let whole = '';
let receipt: Receipt & { readonly signed: SignedContent };

const DOCUMENTS = 10;
const oddText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    'Rua "das Aroeiras" \\n',
    'a\u2028b\u0085c',
    '<script>alert(1)</script>',
    '100% — ação & reação',
    '\\x00 \\. 😀',
  ),
);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-export-'));
  source = await startTestServer();
  empty = await startTestServer();
  world = await createWorld(source);
  const { pmvi } = world;
  const clients = await Promise.all([
    world.as(pmvi.people.ana),
    world.as(pmvi.people.bia),
    world.as(pmvi.people.admin),
  ]);
  const shots = fc.sample(
    fc.record({ title: oddText, text: oddText, by: fc.nat(2), files: fc.integer({ min: 1, max: 3 }), acts: fc.nat(3) }),
    DOCUMENTS,
  );
  let uploads = 0;
  for (const { title, text, by, files, acts } of shots) {
    const author = clients[by] ?? clients[0];
    const names = Array.from({ length: files }, () => ({
      name: `laudo nº ${(uploads += 1)} (ção).pdf`,
      content: smallPdf(String(uploads)),
    }));
    const clean = title.trim() === '' ? 'Ofício' : title;
    const made = await createdDocument(author, {
      town: pmvi,
      to: pmvi.people.bia,
      sector: 'SEMED',
      title: `${clean} x`,
      content: `<p>${text.replace(/[<&]/g, '')} x</p>`,
      files: names,
    });
    for (let act = 0; act < acts; act += 1) {
      const to = clients[(by + act) % 3] ?? clients[0];
      const payload = act === 2 ? { status: 'completed' } : { content: `<p>Resposta ${act}</p>` };
      await to.inject({
        method: 'PATCH',
        url: `/api/documents/${made.id}`,
        payload,
        headers: { 'idempotency-key': randomUUID() },
      });
    }
  }
  const signed = await postDocument(clients[0], {
    town: pmvi,
    to: pmvi.people.bia,
    sector: 'SEMED',
    headers: { 'idempotency-key': randomUUID() },
  });
  ({ receipt } = signed.json<{ receipt: Receipt & { signed: SignedContent } }>());
  // A document of the other town, which must not go along.
  await createdDocument(await world.as(world.cmvi.people.ana), {
    town: world.cmvi,
    to: world.cmvi.people.bia,
    sector: 'SEMED',
    title: 'Segredo da Câmara',
  });
  whole = join(folder, 'whole');
  await exportTenant(partsOf(source), { acronym: 'pmvi', folder: whole });
});
afterAll(async () => {
  await world.close();
  await source.close();
  await empty.close();
  await rm(folder, { recursive: true, force: true });
});

const partsOf = ({ connection, services }: TestServer, files: FileStore = services.files) => ({
  connection,
  files,
  now,
});
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

async function changedCopy(change: (copy: string) => Promise<void>): Promise<string> {
  const copy = await mkdtemp(join(folder, 'changed-'));
  await cp(whole, copy, { recursive: true });
  await change(copy);
  return copy;
}

/** Writes the text, and its sum as if the export had been made with it. */
async function rewritten(copy: string, path: string, change: (text: string) => string): Promise<void> {
  const text = change(await readFile(join(copy, path), 'utf8'));
  await writeFile(join(copy, path), text);
  const { stdout } = await run('sha256sum', [path], { cwd: copy });
  const sums = await readFile(join(copy, 'SHA256SUMS'), 'utf8');
  await writeFile(
    join(copy, 'SHA256SUMS'),
    sums.replace(new RegExp(`^[0-9a-f]{64}  ${path.replaceAll('.', '\\.')}$`, 'm'), stdout.trim()),
  );
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
      expect(made).toMatchObject({ tenantId: world.pmvi.id, acronym: 'PMVI', renumbered: false, lost: [] });
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
      expect(await verifyData(partsOf(server))).toMatchObject({ differences: [] });
      const again = await mkdtemp(join(folder, 'again-'));
      await exportTenant(partsOf(server), { acronym: 'PMVI', folder: again });
      expect((await differences(whole, again)).toSorted()).toEqual(['history_heads', 'interactions', 'logs']);
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
    const copy = await changedCopy((at) =>
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

  it.each([
    [
      'a line that is no JSON',
      'tabelas/users.jsonl',
      (text: string) => text.replace('"email"', '"email'),
      'tabelas/users.jsonl, linha 1: não é um objeto JSON',
    ],
    [
      'a line of another type',
      'tabelas/documents.jsonl',
      (text: string) => text.replace(/"number":\d+/, '"number":"x"'),
      'tabelas/documents.jsonl, linha 1: number não é integer',
    ],
    [
      'a row that points nowhere',
      'tabelas/document_tags.jsonl',
      () => '{"document_id":99999,"position":0,"title":"x","type":"keyword","user_id":null}\n',
      'tabelas/document_tags.jsonl, linha 1: ',
    ],
    [
      'a changed history',
      'tabelas/logs.jsonl',
      (text: string) => text.replace('"offline":false', '"offline":true'),
      'a história da exportação foi alterada: logs ',
    ],
    [
      'a removed line of history',
      'tabelas/logs.jsonl',
      (text: string) => text.split('\n').slice(1).join('\n'),
      'a história da exportação foi alterada: ',
    ],
    [
      'a path that leaves the folder',
      'arquivos-guardados.jsonl',
      (text: string) => text.replace('"path":"arquivos/', '"path":"../arquivos/'),
      'o caminho sai da pasta',
    ],
    [
      'a path that no system has',
      'arquivos-guardados.jsonl',
      (text: string) => text.replace('"path":"arquivos/', '"path":"arquivos/\\u0000'),
      'arquivos-guardados.jsonl, linha 1: não é o registro de um arquivo',
    ],
    [
      'a file without a size',
      'arquivos-guardados.jsonl',
      (text: string) => text.replace(/"size":\d+/, '"size":null'),
      'arquivos-guardados.jsonl, linha 1: não é o registro de um arquivo',
    ],
    [
      'a file that comes twice',
      'arquivos-guardados.jsonl',
      (text: string) => `${text.split('\n')[0] ?? ''}\n${text}`,
      'está um arquivo pela segunda vez',
    ],
    [
      'a file of a type that is not taken',
      'tabelas/files.jsonl',
      (text: string) => text.replace('"mime_type":"application/pdf"', '"mime_type":"text/html"'),
      'tabelas/files.jsonl, linha 1: mime_type não é o de um arquivo',
    ],
    [
      'an id after which no other is exact',
      'tabelas/documents.jsonl',
      (text: string) => text.replace(/"id":\d+/, '"id":9007199254740991'),
      'tabelas/documents.jsonl, linha 1: id não é o número de um registro',
    ],
    [
      'such a number of the tenant',
      'malote-exportacao.json',
      (text: string) => text.replace(/"id": \d+/, '"id": 9007199254740991'),
      '9007199254740991 não é o número de um órgão',
    ],
    [
      'an acronym that is a path',
      'malote-exportacao.json',
      (text: string) => text.replace('"acronym": "PMVI"', '"acronym": "../../AB"'),
      'não é como um órgão se chama',
    ],
    [
      'another tenant than its manifest names',
      'tabelas/tenants.jsonl',
      (text: string) => text.replace('"acronym":"PMVI"', '"acronym":"OUTR"'),
      'tabelas/tenants.jsonl, linha 1: não é o órgão de que fala malote-exportacao.json',
    ],
    ['a manifest that is no JSON', 'malote-exportacao.json', () => '{', 'de um formato que esta versão não conhece'],
    [
      'a line without end',
      'tabelas/alerts.jsonl',
      () => 'a'.repeat(80 * 1024 * 1024),
      'tabelas/alerts.jsonl tem uma linha longa demais',
    ],
  ])('refuses %s by its place, and leaves nothing', async (_name, path, change, why) => {
    const copy = await changedCopy((at) => rewritten(at, path, change));
    await expectRefusedWhole(copy, why);
  });

  it('refuses what its sums do not hold, and what is missing', async () => {
    const flip = await changedCopy(async (copy) => {
      const [name = ''] = await readdir(join(copy, 'arquivos'));
      await writeFile(join(copy, 'arquivos', name), smallPdf('other'));
    });
    await expectRefusedWhole(flip, /arquivos\/.* não confere com SHA256SUMS|não pôde ser guardado/);
    await expectRefusedWhole(
      await changedCopy((copy) => writeFile(join(copy, 'tabelas/user_roles.jsonl'), '')),
      'tabelas/user_roles.jsonl não confere',
    );
    await expectRefusedWhole(
      await changedCopy((copy) => rm(join(copy, 'tabelas/alerts.jsonl'))),
      'a exportação está incompleta: falta tabelas/alerts.jsonl',
    );
    await expectRefusedWhole(await changedCopy((copy) => rm(join(copy, 'SHA256SUMS'))), 'a exportação está incompleta');
    await expectRefusedWhole(
      await changedCopy((copy) =>
        rewritten(copy, 'malote-exportacao.json', (text) =>
          text.replace(/"migrations": \[\n\s*"[^"]*",/, '"migrations": ['),
        ),
      ),
      'a exportação é de outra versão do Malote',
    );
  });

  /** Each is refused by the same empty server, which stays empty. */
  async function expectRefusedWhole(copy: string, why: string | RegExp): Promise<void> {
    await expect(importExport(copy, partsOf(empty))).rejects.toThrow(why);
    const client = new pg.Client(empty.connection);
    await client.connect();
    expect((await client.query('select from tenants')).rowCount).toBe(0);
    await client.end();
    const stored: string[] = [];
    for await (const key of empty.services.files.list()) stored.push(key);
    expect(stored).toEqual([]);
  }
});
