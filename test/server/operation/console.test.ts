// The operator's console as it is started: what it prints, for people and for programs, and its
// exit codes.

import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStore } from '#server/files/disk-store.ts';
import { STORE_NAME } from '#server/files/file-store.ts';
import type { Finding } from '#server/operation/doctor.ts';
import { type FakeSmtp, startFakeSmtp } from '../harness/fake-smtp.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { buildOnce, runEntry } from '../harness/server-process.ts';

let folder = '';
let server: TestServer;
let smtp: FakeSmtp;
let environment: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-console-'));
  await buildOnce();
  smtp = await startFakeSmtp();
  server = await startTestServer({ demo: true });
  // The console has a folder of files of its own, which this database is made to count on.
  await (await openDiskStore(join(folder, 'data', 'files'))).keepNote(STORE_NAME, 'console');
  await asOwner(`insert into file_store (name) values ('console')`);
  const { user, password, host, port, database } = server.connection;
  const login = `${String(user)}:${encodeURIComponent(String(password ?? ''))}`;
  environment = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://${login}@localhost:${String(port)}/${String(database)}?host=${encodeURIComponent(String(host))}`,
    SMTP_URL: smtp.url,
    PUBLIC_URL: 'http://localhost:3000',
    DEMO: '0',
  };
}, 120_000);
afterAll(async () => {
  await smtp.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function asOwner(statement: string): Promise<unknown[]> {
  const owner = new pg.Client(server.connection);
  await owner.connect();
  const { rows } = await owner.query(statement);
  await owner.end();
  return rows;
}

const PLACE = /^Banco de dados: .*\n/;

async function admin(...args: string[]) {
  const { code, output } = await runEntry('admin', { environment, args });
  return { code, output: output.replace(PLACE, '') };
}

/** The last line: Node may warn before it. */
const parsed = <T>(output: string): T => JSON.parse(output.trim().split('\n').at(-1) ?? '') as T;

async function json<T>(...args: string[]): Promise<{ code: number | null; data: T }> {
  const { code, output } = await admin(...args, '--json');
  return { code, data: parsed<T>(output) };
}

describe('words', () => {
  it('--help tells all, one noun, or one command, without a database; anything else is 1', async () => {
    const nowhere = { DATA_DIR: join(folder, 'nowhere') };
    const help = await runEntry('admin', { environment: nowhere, args: ['--help'] });
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('códigos de saída: 0 feito; 1 não feito') });
    const names = [...help.output.matchAll(/npm run admin -- ([a-z-]+(?: [a-z-]+)?)/g)].map(([, name]) => name);
    for (const name of ['tenant create', 'tenant delete', 'person new-link', 'mail test', 'doctor', 'rolled-back'])
      expect(names.some((one) => one?.startsWith(name))).toBe(true);
    const noun = await runEntry('admin', { environment: nowhere, args: ['person', '--help'] });
    expect([noun.code, noun.output.includes('tenant ')]).toEqual([0, false]);
    for (const args of [['nonsense'], [], ['tenant', 'usage'], ['tenant', 'list', '--nonsense'], ['person', 'list']])
      expect(await runEntry('admin', { environment: nowhere, args })).toMatchObject({
        code: 1,
        output: expect.stringMatching(/uso:/),
      });
    expect(existsSync(nowhere.DATA_DIR)).toBe(false);
  }, 60_000);

  it('a failure is one sentence, or one object with --json, and makes no second database', async () => {
    const wrong = { DATA_DIR: join(folder, 'wrong') };
    const run = await runEntry('admin', { environment: wrong, args: ['tenant', 'list', '--json'] });
    expect(run.code).toBe(1);
    expect(parsed<unknown>(run.output)).toEqual({
      error: expect.stringContaining('não há um banco de dados do Malote ali'),
    });
    expect(existsSync(wrong.DATA_DIR)).toBe(false);
    expect(await admin('tenant', 'usage', 'NADA')).toEqual({ code: 1, output: 'não há órgão com a sigla NADA\n' });
  }, 60_000);
});

describe('tenants and people', () => {
  it('a tenant is made with its logo and zone, listed, suspended and back', async () => {
    const logo = join(folder, 'logo.png');
    const picture = { width: 40, height: 40, channels: 3, background: '#156b3a' } as const;
    await writeFile(logo, await sharp({ create: picture }).png().toBuffer());
    const who = ['--name', 'Prefeitura de Barra Nova', '--acronym', 'BNV', '--admin-name', 'Ana Sá'];
    const more = ['--admin-email', 'ana@bnv.example', '--time-zone', 'rio branco', '--logo', logo];
    const made = await json<{ password: string }>('tenant', 'create', ...who, ...more);
    expect(made).toMatchObject({ code: 0, data: { acronym: 'BNV', password: expect.any(String) } });
    expect(await readdir(join(folder, 'data', 'files'))).not.toEqual([]);
    const listed = await json<Record<string, unknown>[]>('tenant', 'list');
    expect(listed.data.map(({ acronym }) => acronym)).toEqual(['BNV', 'CMVI', 'PMVI']);
    expect(listed.data[0]).toMatchObject({ time_zone: 'America/Rio_Branco', people: 1, disabled_at: null });
    expect(await admin('tenant:zone', 'BNV', 'Fernando de Noronha')).toMatchObject({
      output: 'BNV: America/Noronha\n',
    });
    expect(await admin('tenant', 'disable', 'BNV')).toEqual({ code: 0, output: 'BNV: suspenso\n' });
    expect((await admin('tenant', 'list')).output).toMatch(/^BNV .*suspenso desde/m);
    expect(await admin('tenant', 'enable', 'BNV')).toEqual({ code: 0, output: 'BNV: ativo\n' });
    expect(await admin('tenant', 'delete', 'BNV', '--confirm', 'PMVI')).toMatchObject({ code: 1 });
    expect(await admin('tenant', 'delete', 'BNV')).toMatchObject({
      code: 0,
      output: expect.stringContaining('--confirm BNV'),
    });
    expect(await admin('tenant', 'delete', 'BNV', '--confirm', 'BNV')).toMatchObject({ code: 1 });
  }, 120_000);

  it('a tenant that moves is suspended here, and made anew from its export elsewhere', async () => {
    const away = join(folder, 'away');
    const who = ['--name', 'Câmara de Serra Azul', '--acronym', 'CSA', '--admin-name', 'Rui Sá'];
    expect(await admin('tenant', 'create', ...who, '--admin-email', 'rui@csa.example')).toMatchObject({ code: 0 });
    expect(await json('tenant', 'move', 'CSA', away)).toMatchObject({ code: 0, data: { documents: 0, lost: [] } });
    expect((await json<unknown[]>('tenant', 'usage', 'CSA')).data).toMatchObject({ disabled_at: expect.any(String) });
    const there = { DATA_DIR: join(folder, 'there'), DEMO: '0' };
    const made = await runEntry('import-export', { environment: there, args: [away] });
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('Importado: CSA') });
    const { output } = await runEntry('admin', { environment: there, args: ['tenant', 'usage', 'CSA', '--json'] });
    expect(parsed(output)).toMatchObject({ acronym: 'CSA', people: 1, disabled_at: null });
  }, 120_000);

  it('sectors are judged and written, so that people can come in', async () => {
    const sheet = join(folder, 'setores.csv');
    await writeFile(sheet, 'Sigla;Nome\nSEMCON;Controladoria\n;Sem sigla');
    expect(await admin('sector', 'import', 'PMVI', sheet, '--apply')).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^linha 3 .*Sigla/m),
    });
    await writeFile(sheet, 'Sigla;Nome\nSEMCON;Controladoria');
    expect(await admin('sector', 'import', 'PMVI', sheet)).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 novas, 0 mudam'),
    });
    expect(await admin('sector', 'import', 'PMVI', sheet, '--apply')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Gravado em nome de'),
    });
    const people = join(folder, 'controladoria.csv');
    await writeFile(people, 'Nome;Sobrenome;E-mail;Setor;Papel\nIvo;Reis;ivo@pmvi.example;SEMCON;Servidor');
    expect(await admin('person', 'import', 'PMVI', people)).toMatchObject({ code: 0 });
  }, 120_000);

  it('people are judged, written, invited, and helped', async () => {
    const sheet = join(folder, 'pessoas.csv');
    const head = 'Nome;Sobrenome;E-mail;Setor;Papel';
    await writeFile(
      sheet,
      `${head}\nYara;Lima;yara@pmvi.example;SEMOB;Servidor\nRui;Sá;rui@pmvi.example;NADA;Servidor`,
    );
    const refused = await admin('person', 'import', 'PMVI', sheet, '--apply');
    expect(refused).toMatchObject({ code: 2, output: expect.stringMatching(/^linha 3 \(.*\): Setor: Não há setor/m) });
    expect((await json<unknown[]>('person', 'list', 'PMVI', 'yara')).data).toEqual([]);
    await writeFile(sheet, `${head}\nYara;Lima;yara@pmvi.example;SEMOB;Servidor`);
    expect(await admin('person', 'import', 'PMVI', sheet)).toMatchObject({
      code: 0,
      output: expect.stringContaining('repita com --apply'),
    });
    expect(await admin('person', 'import', 'PMVI', sheet, '--apply')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Gravado em nome de'),
    });
    expect((await json<unknown[]>('person', 'list', 'PMVI', 'yara')).data).toMatchObject([
      { sector: 'SEMOB', roles: ['Servidor'] },
    ]);

    const slips = await json<{ slips: { code: string }[] }>('person', 'invite', 'PMVI', 'yara@pmvi.example', '--paper');
    expect(slips.data.slips).toMatchObject([{ code: expect.stringMatching(/^(?:[A-Z2-9]{4}-?){4}$/) }]);
    expect(await admin('person', 'invite', 'PMVI', 'nobody@pmvi.example')).toMatchObject({ code: 1 });

    const changed = await admin('person', 'change-email', 'admin@pmvi.example', 'helena@pmvi.example');
    expect(changed).toEqual({ code: 0, output: 'admin@pmvi.example agora entra como helena@pmvi.example\n' });
    expect(await admin('person', 'change-email', 'helena@pmvi.example', 'admin@cmvi.example')).toMatchObject({
      code: 1,
      output: 'Este e-mail já está em uso.\n',
    });
    const { data } = await json<{ link: string }>('person', 'new-link', 'helena@pmvi.example');
    expect(data.link).toMatch(/^http:\/\/localhost:3000\/password-reset\/[\w-]{43}\?email=helena%40pmvi\.example$/);
    const [, token = ''] = /reset\/([\w-]+)/.exec(data.link) ?? [];
    const kept = await asOwner(`select u.email, not r.invitation as good from password_resets r
      join users u on u.id = r.user_id where r.token_hash = sha256('${token}')`);
    expect(kept).toEqual([{ email: 'helena@pmvi.example', good: true }]);
    const acts = await asOwner(`select distinct act, fields from access_events where device = 'console do servidor'
      order by fields`);
    expect(acts).toEqual([
      { act: 'update-user', fields: ['email'] },
      { act: 'update-user', fields: ['recovery'] },
    ]);
  }, 120_000);
});

describe('the doctor and the mail', () => {
  const at = (findings: readonly Finding[], part: string) => findings.find((one) => one.part === part);

  it('where all is well there is no fault, and every line that is not well says what to do', async () => {
    const { code, data } = await json<Finding[]>('doctor');
    expect(data.filter(({ state }) => state === 'fault')).toEqual([]);
    expect(code).toBe(0);
    const parts = [
      'versões',
      'banco de dados',
      'migrações',
      'papéis',
      'relógio',
      'fusos horários',
      'arquivos',
      'e-mail',
      'disco',
    ];
    for (const part of parts) expect([part, at(data, part)?.state]).toEqual([part, 'ok']);
    for (const { state, advice } of data) expect(advice === undefined).toBe(state === 'ok');
    expect(at(data, 'último backup')).toMatchObject({ state: 'look', advice: expect.stringContaining('BACKUP_TO') });
  }, 60_000);

  it('each fault is told with its reason, and keeps nothing else from being looked at', async () => {
    const away = {
      ...environment,
      DATABASE_URL: 'postgres://malote:secret-word@127.0.0.1:1/malote',
      S3_URL: 'http://key:secret-word@127.0.0.1:1/bucket?path-style=1',
      SMTP_URL: 'smtp://user:secret-word@127.0.0.1:1',
    };
    const run = await runEntry('admin', { environment: away, args: ['doctor', '--json'] });
    expect(run.code).toBe(2);
    expect(run.output).not.toContain('secret-word');
    const findings = parsed<Finding[]>(run.output);
    for (const part of ['banco de dados', 'arquivos', 'e-mail'])
      expect(at(findings, part)).toMatchObject({ state: 'fault', told: expect.stringContaining('ECONNREFUSED') });
    expect(at(findings, 'disco')).toMatchObject({ state: 'ok' });
  }, 60_000);

  it('a role that passes over isolation, a table without it, and a clock that runs ahead', async () => {
    await asOwner('alter table tombstones no force row level security');
    const ahead = { ...environment, CLOCK_OFFSET_MS: String(400 * 86_400_000) };
    const run = await runEntry('admin', { environment: ahead, args: ['doctor', '--json'] });
    const findings = parsed<Finding[]>(run.output);
    expect(run.code).toBe(2);
    expect(at(findings, 'papéis')).toMatchObject({ state: 'fault', told: 'a tabela tombstones está sem isolamento' });
    expect(at(findings, 'relógio')).toMatchObject({ state: 'fault', advice: expect.stringContaining('NTP') });
  }, 60_000);

  it('mail test sends, or tells why not', async () => {
    expect(await admin('mail', 'test', 'ti@vale.example')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Entregue a 127.0.0.1'),
    });
    expect(smtp.received.at(-1)?.to).toEqual(['ti@vale.example']);
    smtp.answers.set('MAIL', '535 5.7.8 no');
    const refused = await json<{ error: string }>('mail', 'test', 'ti@vale.example');
    smtp.answers.clear();
    expect(refused).toMatchObject({
      code: 1,
      data: { error: expect.stringMatching(/^a mensagem não saiu: 127\.0\.0\.1:\d+ · \w+ · 535/) },
    });
  }, 60_000);
});
