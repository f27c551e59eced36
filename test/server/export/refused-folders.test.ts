// Folders that are no export of ours, or no longer: an import names what is wrong and leaves
// nothing (S239).

import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importExport } from '#server/operation/import-export.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { smallPdf } from '../harness/multipart.ts';
import { changedCopy, exportedTown, type ExportedTown, partsOf, rewritten } from './exported-town.ts';

let town: ExportedTown;
/** Nothing is ever imported into it. */
let empty: TestServer;

beforeAll(async () => {
  town = await exportedTown();
  empty = await startTestServer();
});
afterAll(async () => {
  await town.close();
  await empty.close();
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
  const copy = await changedCopy(town, (at) => rewritten(at, path, change));
  await expectRefusedWhole(copy, why);
});

it('refuses what its sums do not hold, and what is missing', async () => {
  const flip = await changedCopy(town, async (copy) => {
    const [name = ''] = await readdir(join(copy, 'arquivos'));
    await writeFile(join(copy, 'arquivos', name), smallPdf('other'));
  });
  await expectRefusedWhole(flip, /arquivos\/.* não confere com SHA256SUMS|não pôde ser guardado/);
  await expectRefusedWhole(
    await changedCopy(town, (copy) => writeFile(join(copy, 'tabelas/user_roles.jsonl'), '')),
    'tabelas/user_roles.jsonl não confere',
  );
  await expectRefusedWhole(
    await changedCopy(town, (copy) => rm(join(copy, 'tabelas/alerts.jsonl'))),
    'a exportação está incompleta: falta tabelas/alerts.jsonl',
  );
  await expectRefusedWhole(
    await changedCopy(town, (copy) => rm(join(copy, 'SHA256SUMS'))),
    'a exportação está incompleta',
  );
  await expectRefusedWhole(
    await changedCopy(town, (copy) =>
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
