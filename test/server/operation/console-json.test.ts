// Every command of the console as a program starts it, with --json: one line of JSON and the exit
// code, and of a failure one object. Each row of the table of commands has its row here.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '#server/entry/admin-commands.ts';
import { openDiskStore } from '#server/files/disk-store.ts';
import { STORE_NAME } from '#server/files/file-store.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { buildOnce, endServers, runEntry } from '../harness/server-process.ts';

let folder = '';
let server: TestServer;
let owner: pg.Client;
let environment: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-json-'));
  await buildOnce();
  server = await startTestServer({ demo: true });
  owner = new pg.Client(server.connection);
  await owner.connect();
  await (await openDiskStore(join(folder, 'data', 'files'))).keepNote(STORE_NAME, 'console');
  await owner.query(`insert into file_store (name) values ('console')`);
  // The demonstration's files lie elsewhere, and an export would name each as lost.
  await owner.query('truncate files cascade');
  const { user, password, host, port, database } = server.connection;
  const login = `${String(user)}:${encodeURIComponent(String(password ?? ''))}`;
  environment = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://${login}@localhost:${String(port)}/${String(database)}?host=${encodeURIComponent(String(host))}`,
    PUBLIC_URL: 'http://localhost:3000',
    DEMO: '0',
  };
  await writeFile(join(folder, 'setores.csv'), 'Sigla;Nome\nSENOVA;Secretaria Nova\n;Sem sigla\n');
  await writeFile(
    join(folder, 'pessoas.csv'),
    'Nome;Sobrenome;E-mail;Setor;Papel\nRita;Prado;rita@pmvi.example;SEMOB;Servidor\n',
  );
}, 120_000);
afterAll(async () => {
  endServers();
  await owner.end();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function json(...args: string[]): Promise<{ code: number | null; data: unknown }> {
  const { code, output } = await runEntry('admin', { environment, args: [...args, '--json'] });
  // What the command says beside its answer is on the other stream, and is no JSON.
  const answers = output.split('\n').filter((line) => /^[[{]/.test(line));
  expect(answers).toHaveLength(1);
  return { code, data: JSON.parse(answers[0] ?? '') as unknown };
}

/** Two e-mails of PMVI that the mail server did not take: one was given up, the other waits. */
async function failedMails(): Promise<void> {
  const insert = `insert into jobs (tenant_id, kind, key, payload, run_at, attempts, last_error, done_at)
    select id, $1, $1 || ':failed', '{}', now() + interval '1 day', 3, '535 no', $2 from tenants where acronym = 'PMVI'`;
  await owner.query(insert, ['password-reset', new Date().toISOString()]);
  await owner.query(insert, ['notice-mail', null]);
}

type Row = {
  readonly args?: () => readonly string[];
  readonly before?: () => Promise<unknown>;
  readonly code?: number;
  readonly data: () => unknown;
};
const some: unknown = expect.any(String);
const any: unknown = expect.anything();
const has = (part: object): unknown => expect.objectContaining(part);

/** In this order on one database. */
const TABLE: Readonly<Record<string, Row>> = {
  'tenant list': { data: () => [has({ acronym: 'CMVI' }), has({ acronym: 'PMVI', people: expect.any(Number) })] },
  'tenant usage': {
    args: () => ['pmvi'],
    data: () => has({ acronym: 'PMVI', files: 0, people_quota: null, storage_quota_mb: null, host: null }),
  },
  'tenant create': {
    args: () => [
      '--name',
      'Câmara Nova',
      '--acronym',
      'CNV',
      '--admin-name',
      'Ana Sá',
      '--admin-email',
      'a@cnv.example',
    ],
    data: () => ({ acronym: 'CNV', name: 'Câmara Nova', admin: 'a@cnv.example', password: some }),
  },
  'tenant quota': {
    args: () => ['PMVI', '--tenant', '500', '--person', '20', '--people', '900'],
    data: () => ({
      acronym: 'PMVI',
      tenant: 500,
      person: 20,
      used: expect.any(Number),
      people: expect.any(Number),
      people_quota: 900,
    }),
  },
  'tenant zone': {
    args: () => ['PMVI', 'rio', 'branco'],
    data: () => ({ acronym: 'PMVI', time_zone: 'America/Rio_Branco' }),
  },
  'tenant front': {
    args: () => ['PMVI', '--host', 'oficios.vale.example', '--email', '-'],
    data: () => ({ acronym: 'PMVI', host: 'oficios.vale.example', email: null }),
  },
  // The logo of the demonstration lies in another store, too.
  'tenant export': {
    args: () => ['PMVI', join(folder, 'saida')],
    code: 2,
    data: () => ({
      acronym: 'PMVI',
      folder: join(folder, 'saida'),
      documents: 60,
      files: 0,
      lost: ['imagens/brasao.webp'],
    }),
  },
  'sector import': {
    args: () => ['PMVI', join(folder, 'setores.csv'), '--apply'],
    code: 2,
    data: () => has({ applied: false, counts: has({ new: 1, refused: 1 }) }),
  },
  'person import': {
    args: () => ['PMVI', join(folder, 'pessoas.csv'), '--apply', '--invite'],
    data: () => has({ applied: true, invited: 1, counts: has({ new: 1, refused: 0 }) }),
  },
  'person list': {
    args: () => ['PMVI', 'rita'],
    data: () => [has({ email: 'rita@pmvi.example', last_login_at: null })],
  },
  'person invite': {
    args: () => ['PMVI', 'rita@pmvi.example', '--paper'],
    data: () => ({ mailed: 0, slips: [has({ code: some })] }),
  },
  'person new-link': {
    args: () => ['rita@pmvi.example'],
    data: () => ({ email: 'rita@pmvi.example', link: expect.stringContaining('oficios.vale.example') }),
  },
  'person change-email': {
    args: () => ['rita@pmvi.example', 'rita.prado@pmvi.example'],
    data: () => ({ from: 'rita@pmvi.example', to: 'rita.prado@pmvi.example' }),
  },
  'mail test': { args: () => ['ti@vale.example'], data: () => ({ to: 'ti@vale.example', from: some, sent: true }) },
  'mail failed': {
    before: failedMails,
    args: () => ['pmvi'],
    code: 2,
    data: () => [
      { id: any, tenant: 'PMVI', kind: 'password-reset', attempts: 3, error: '535 no', next_at: null },
      has({ kind: 'notice-mail', next_at: expect.stringMatching(/Z$/) }),
    ],
  },
  'mail retry': { data: () => ({ retried: 2 }) },
  doctor: { data: () => expect.arrayContaining([has({ part: 'banco de dados', state: 'ok' })]) },
  'rolled-back': {
    args: () => ['--last-number', 'PMVI=9000'],
    data: () => expect.arrayContaining([has({ acronym: 'PMVI', next: 9101 })]),
  },
  'tenant disable': { args: () => ['CNV'], data: () => ({ acronym: 'CNV', disabled: true }) },
  'tenant enable': { args: () => ['CNV'], data: () => ({ acronym: 'CNV', disabled: false }) },
  'tenant move': {
    args: () => ['CNV', join(folder, 'mudanca')],
    data: () => ({ acronym: 'CNV', folder: join(folder, 'mudanca'), documents: 0, files: 0, lost: [] }),
  },
  'tenant delete': { args: () => ['CNV', '--days', '7'], data: () => ({ acronym: 'CNV', delete_from: some }) },
  'demo remove': { args: () => ['--with-work'], data: () => ({ removed: ['PMVI', 'CMVI'] }) },
};

it('the table has every command', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
});

describe('done', () => {
  it.each(Object.keys(TABLE))('%s', async (name) => {
    const { args, before, code = 0, data } = TABLE[name] ?? { data: () => null };
    await before?.();
    expect(await json(...name.split(' '), ...(args?.() ?? []))).toEqual({ code, data: data() });
  });

  it('an export has everything in the folder, and mail that was retried has failed no more', async () => {
    expect(await readFile(join(folder, 'saida', 'SHA256SUMS'), 'utf8')).toContain('tabelas/documents.jsonl');
    expect(await json('mail', 'failed')).toEqual({ code: 0, data: [] });
  });
});

describe('refused by one sentence', () => {
  it.each([
    ['mail failed NADA', 'não há órgão com a sigla NADA'],
    ['mail retry NADA', 'não há órgão com a sigla NADA'],
    ['tenant export NADA saida', 'não há órgão com a sigla NADA'],
    ['tenant quota CNV --tenant muito', 'a cota é um número de MB, ou padrao para a do servidor: muito não é'],
    ['tenant sell CNV', 'não há o comando tenant sell; uso: --help'],
  ])('%s', async (words, sentence) => {
    expect(await json(...words.split(' '))).toEqual({ code: 1, data: { error: expect.stringContaining(sentence) } });
  });
});
