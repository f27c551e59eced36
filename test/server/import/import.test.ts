// Importing sectors and people as sheets: the forms in which they come, what is said of their
// lines, and all or nothing.

import { randomUUID } from 'node:crypto';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';
import { base64, confer, importSheet, PEOPLE, SECTORS, send, told } from './sheets.ts';

let server: TestServer;
let world: World;
let admin: TestClient;
let gestor: TestClient;

beforeEach(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  admin = await world.as(world.pmvi.people.admin);
  gestor = await world.as(world.pmvi.people.gestor);
});
afterEach(async () => {
  await world.close();
  await server.close();
});

const HEADER = 'Nome;Sobrenome;E-mail;Setor;Papel;Situação';
const people = (...lines: string[]): string => `${[HEADER, ...lines].join('\r\n')}\r\n`;
const count = async (table: string): Promise<number> =>
  (await world.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;

const TEXT = 'Sigla;Nome;Situação\r\nSMADU;Secretaria de Administração;Ativo\r\n';
const windows1252 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('forms of a sheet', () => {
  it.each<[string, string | Buffer]>([
    ['UTF-8', TEXT],
    ['UTF-8 with a mark', `\uFEFF${TEXT}`],
    ['Windows-1252', windows1252(TEXT)],
    ['UTF-16 of "Texto Unicode"', Buffer.from(`\uFEFF${TEXT.replaceAll(';', '\t')}`, 'utf16le')],
    ['commas', TEXT.replaceAll(';', ',')],
    ['tabs', TEXT.replaceAll(';', '\t')],
    ['quotes', '"Sigla";"Nome";"Situação"\r\n"SMADU";"Secretaria de Administração";"Ativo"\r\n'],
    ['line feeds alone', TEXT.replaceAll('\r\n', '\n')],
    ['carriage returns alone', TEXT.replaceAll('\r\n', '\r')],
    ['no break at the end', TEXT.trimEnd()],
    ['titles without accents, in capitals', TEXT.replace('Sigla;Nome;Situação', 'SIGLA;NOME;SITUACAO')],
    ['titles of another spelling and order', 'Secretaria, status ,SIGLA\nSecretaria de Administração,ativo,SMADU\n'],
    ['the line of Excel', `sep=;\r\n${TEXT}`],
    ['lines of separators below', `${TEXT}${';;\r\n'.repeat(3000)}`],
  ])('%s', async (_name, file) => {
    const report = await confer(admin, SECTORS, file);
    expect(report.counts).toEqual({ refused: 0, new: 1, changed: 0, same: 0 });
    expect(report.lines[0]?.label).toBe('SMADU · Secretaria de Administração');
    const answer = await send(admin, SECTORS, { file, conference: report.conference });
    expect(answer.statusCode).toBe(200);
    expect(await world.query(`select name, acronym, status from organizations where acronym = 'SMADU'`)).toEqual([
      { name: 'Secretaria de Administração', acronym: 'SMADU', status: 'active' },
    ]);
  });

  it('says how the file was read, and what each line has in its columns, but keeps the change alone', async () => {
    const file = windows1252('Ramal;Sigla;Nome\r\n12; SMADU ;Administração\r\n13;SMOB\r\n');
    const report = await confer(admin, SECTORS, file);
    expect(report).toMatchObject({
      read: { encoding: 'windows-1252', delimiter: ';' },
      columns: ['Sigla', 'Nome'],
      ignored: ['Ramal'],
      lines: [{ cells: ['SMADU', 'Administração'] }, { cells: ['SMOB', ''] }],
    });
    await importSheet(admin, SECTORS, file.subarray(0, file.lastIndexOf('13;')));
    expect(await world.query(`select report::text like '%cells%' as has from imports`)).toEqual([{ has: false }]);
  });

  it('a separator and a line break inside of quotes belong to the text, and lines are counted as the file has them', async () => {
    const file = 'Sigla;Nome\n"A1";"Obras; ""Norte"""\n"A2";"Duas\nlinhas"\n\nGAB;Gabinete\nX;\n';
    const report = await confer(admin, SECTORS, file);
    expect((await confer(admin, SECTORS, file.replaceAll('\n', '\r\n'))).lines).toEqual(report.lines);
    expect(told(report)).toEqual([
      '2 new',
      '3 new',
      '6 changed ; Nome: Secretaria GAB → Gabinete',
      '7 refused ; Nome: Preencha este campo. ; Sigla: Valor inválido.',
    ]);
    expect(report.lines.map((line) => line.label)).toEqual([
      'A1 · Obras; "Norte"',
      'A2 · Duas linhas',
      'GAB · Gabinete',
      'X',
    ]);
  });

  it.each<[string, string | Buffer, string]>([
    ['no titles', 'a;b;c\n1;2;3\n', 'A primeira linha precisa ter os títulos das colunas: Sigla, Nome, Situação.'],
    ['a missing column', 'Sigla;Situação\nA1;Ativo\n', 'Falta na planilha: Nome.'],
    ['a column twice', 'Sigla;Nome;NOME\nA1;a;b\n', 'A coluna “Nome” aparece duas vezes.'],
    ['nothing below', 'Sigla;Nome\n;\n', 'A planilha não tem nenhuma linha além dos títulos.'],
    [
      'a workbook',
      Buffer.from('504b0304140000000000', 'hex'),
      'O arquivo não é uma planilha CSV. No Excel, use “Salvar como” e escolha “CSV”.',
    ],
    ['too many lines', `Sigla;Nome\n${'A;b\n'.repeat(2001)}`, 'A planilha passa de 2000 linhas. Divida-a em duas.'],
    ['endless separators', `Sigla;Nome\n${';\n'.repeat(60_000)}`, 'A planilha passa de 2000 linhas. Divida-a em duas.'],
    ['endless columns', `Sigla;Nome\n${';'.repeat(9000)}\n`, 'A linha 2 tem colunas demais.'],
  ])('%s is refused as a whole', async (_name, file, sentence) => {
    const answer = await send(admin, SECTORS, { file });
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { file: [sentence] }]);
  });

  it.each([
    ['a quote that never closes', `Sigla;Nome\nA1;"Obras\n${'A2;b\n'.repeat(3000)}`],
    ['an endless line', `Sigla;Nome\nA1;${'x'.repeat(900_000)}\n`],
    ['a quote inside of a text', 'Sigla;Nome\nA1;"Obras" Norte\n'],
  ])('%s is named with its place', async (_name, file) => {
    const answer = await send(admin, SECTORS, { file });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.file[0]).toMatch(/^As aspas ou o tamanho de uma célula não estão certos/);
  });

  it('a larger file is refused before it is read', async () => {
    const answer = await send(admin, SECTORS, { file: 'x'.repeat(1024 * 1024 + 10) });
    expect(answer.statusCode).toBe(422);
    expect((await admin.send('POST', SECTORS, { file: 'a'.repeat(3 * 1024 * 1024) })).statusCode).toBe(413);
    expect((await admin.send('POST', SECTORS, { file: '***' })).statusCode).toBe(422);
  });
});

describe('what is said of people', () => {
  it('new, changed, same and refused, each with its line', async () => {
    const report = await confer(
      admin,
      PEOPLE,
      people(
        'Yasmin;Cordeiro;yasmin@pmvi.example;semob;servidor;',
        'Ana;Peçanha;ANA@pmvi.example;SEMOB;Servidor;Ativo',
        'Bia;d’Ávila Sá;bia@pmvi.example;Secretaria GAB;Protocolo;inativo',
        'Zé;Um;ze@pmvi.example;SEMOB;Servidor;talvez',
        'Zé;Dois;ZE@pmvi.example;SEMOB;Servidor;',
        'Zé;;isto não é;NADA;Prefeito;',
        'Zé;Três;ana@cmvi.example;SEMOB;Servidor;',
        'Zé;Quatro;ze4@pmvi.example;;;',
        'Zé;Cinco;ze5@pmvi.example;SEMOB;Servidor;Ativo;sobra',
      ),
    );
    expect(told(report)).toEqual([
      '2 new',
      '3 same',
      '4 changed ; Sobrenome: d’Ávila → d’Ávila Sá ; Setor: SEMED → GAB ; Papel: Servidor → Protocolo ; Situação: Ativo → Inativo',
      '5 refused ; Situação: Escreva Ativo ou Inativo.',
      '6 refused ; E-mail: Repetido: já está na linha 5.',
      '7 refused ; Sobrenome: Preencha este campo. ; E-mail: Valor inválido. ; Setor: Não há setor com a sigla ou o nome “NADA”. ; Papel: Não há papel com o nome “Prefeito”.',
      '8 refused ; E-mail: Este e-mail já está em uso.',
      '9 refused ; Setor: Preencha este campo. ; Papel: Preencha este campo.',
      '10 refused ; : A linha tem mais células do que títulos. Se um texto contém o separador, ele precisa estar entre aspas.',
    ]);
    expect(report.counts).toEqual({ refused: 6, new: 1, changed: 1, same: 1 });
  });

  it('an unknown sector or role is answered by the one that is near, if it is one that the author may use', async () => {
    await world.query(`insert into organizations (tenant_id, name, acronym, status) values
      (${world.pmvi.id}, 'Trânsito e Transportes', 'SEMTRAN', 'active'), (${world.pmvi.id}, 'Patrimônio', 'SEPAT', 'inactive')`);
    const errorsOf = async (client: TestClient, ...cells: string[]) => {
      const sheet = people(...cells.map((cell, n) => `Zé;Um;ze${n}@pmvi.example;${cell};`));
      return (await confer(client, PEOPLE, sheet)).lines.map(({ errors }) => errors.map(({ message }) => message));
    };
    expect(
      await errorsOf(
        admin,
        'SMTRAN;Servdor | Protocollo',
        'TRANSITO E TRANSPORTE;Prefeito',
        'SEMOD;Servidor',
        'SEPATT;Servidor',
        'GA;Gestor',
        'GAV;Super Admim',
      ),
    ).toEqual([
      [
        'O setor “SMTRAN” não existe. É SEMTRAN?',
        'O papel “Servdor” não existe. É Servidor?',
        'O papel “Protocollo” não existe. É Protocolo?',
      ],
      ['O setor “TRANSITO E TRANSPORTE” não existe. É Trânsito e Transportes?', 'Não há papel com o nome “Prefeito”.'],
      ['Não há setor com a sigla ou o nome “SEMOD”.'],
      ['Não há setor com a sigla ou o nome “SEPATT”.'],
      ['Não há setor com a sigla ou o nome “GA”.', 'Não há papel com o nome “Gestor”.'],
      ['O setor “GAV” não existe. É GAB?', 'O papel “Super Admim” não existe. É Super Admin?'],
    ]);
    expect(await errorsOf(gestor, 'SMTRAN;Servdor', 'SEMOBB;Super Admim')).toEqual([
      ['Não há setor com a sigla ou o nome “SMTRAN”.', 'O papel “Servdor” não existe. É Servidor?'],
      ['O setor “SEMOBB” não existe. É SEMOB?', 'Não há papel com o nome “Super Admim”.'],
    ]);
  });

  it('a cell names one to twenty roles', async () => {
    const cells = ['|', Array.from({ length: 21 }, () => 'Servidor').join('|'), 'Servidor|Servidor'];
    const sheet = people(...cells.map((cell, n) => `Zé;Um;ze${n}@pmvi.example;SEMOB;${cell};`));
    const { lines } = await confer(admin, PEOPLE, sheet);
    expect(lines.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
      [REFUSAL_TEXT.required],
      ['No máximo 20 papéis por pessoa.'],
      [],
    ]);
  });

  it('one refused line keeps everything out', async () => {
    const file = people('Yasmin;Cordeiro;yasmin@pmvi.example;SEMOB;Servidor;', 'Zé;Um;ze;SEMOB;Servidor;');
    const before = await count('users');
    const answer = await importSheet(admin, PEOPLE, file);
    expect(answer.statusCode).toBe(422);
    expect(await count('users')).toBe(before);
  });

  it('writes people as the form does, without a password that anybody could use', async () => {
    const answer = await importSheet(
      admin,
      PEOPLE,
      people(
        'Yasmin;Cordeiro;yasmin@pmvi.example;SEMOB;Servidor | Protocolo;',
        'Beatriz;d’Ávila;bia@pmvi.example;GAB;Protocolo;Ativo',
        'Caio;Rezende;caio@pmvi.example;;;Inativo',
      ),
    );
    expect(answer.statusCode).toBe(200);
    const rows = await world.query(
      `select u.name, u.status, o.acronym, u.scope_epoch, u.rev > 0 as stamped, (select array_agg(r.name order by x.position) from user_roles x
        join roles r on r.id = x.role_id and r.tenant_id = x.tenant_id where x.user_id = u.id and x.tenant_id = u.tenant_id) as roles
       from users u left join organizations o on o.id = u.organization_id and o.tenant_id = u.tenant_id
       where u.tenant_id = $1 and u.email in ('yasmin@pmvi.example', 'bia@pmvi.example', 'caio@pmvi.example') order by u.email`,
      [world.pmvi.id],
    );
    expect(rows).toEqual([
      { name: 'Beatriz', status: 'active', acronym: 'GAB', scope_epoch: 2, stamped: true, roles: ['Protocolo'] },
      { name: 'Caio', status: 'inactive', acronym: 'GAB', scope_epoch: 1, stamped: true, roles: ['Servidor'] },
      {
        name: 'Yasmin',
        status: 'active',
        acronym: 'SEMOB',
        scope_epoch: 1,
        stamped: true,
        roles: ['Servidor', 'Protocolo'],
      },
    ]);
    expect(await world.query(`select name from former_names`)).toEqual([{ name: 'Bia' }]);
    expect(await world.query(`select payload->'changed' as changed from jobs where kind = 'account-mail'`)).toEqual([
      { changed: ['roles'] },
    ]);
  });

  it('a sheet of whole names divides them, and keeps those that are the same', async () => {
    const report = await confer(
      admin,
      PEOPLE,
      'Nome completo,Email,Lotação,Perfil\nMaria das Dores Silva,maria@pmvi.example,SEMOB,Servidor\nAna Peçanha,ana@pmvi.example,SEMOB,Servidor\n',
    );
    expect(told(report)).toEqual(['2 new', '3 same']);
  });
});

describe('rights (rules B2, B8; S20)', () => {
  it('a manager brings in people of the own sector alone, with roles that they could assign', async () => {
    const report = await confer(
      gestor,
      PEOPLE,
      people(
        'Um;A;um@pmvi.example;;Servidor;',
        'Dois;B;dois@pmvi.example;GAB;Servidor;',
        'Três;C;tres@pmvi.example;SEMOB;Super Admin;',
        'Helena;Prado;admin@pmvi.example;;;Inativo',
        'Rosângela;Meireles;gestor@pmvi.example;SEMOB;Servidor;Inativo',
      ),
    );
    expect(told(report)).toEqual([
      '2 new',
      '3 refused ; Setor: Escolha o seu setor.',
      '4 refused ; Papel: Você não pode atribuir esse papel.',
      expect.stringMatching(/^5 refused ; E-mail: Este e-mail já está em uso\./),
      expect.stringMatching(/^6 refused ; Papel: Você não pode fazer isso com a sua própria conta\. ; Situação: Você/),
    ]);
  });

  it('a colleague with more permissions keeps role and status', async () => {
    await world.query(`update user_roles set role_id = $1 where user_id = $2`, [
      world.pmvi.roles.Protocolo,
      world.pmvi.people.ana.id,
    ]);
    const report = await confer(gestor, PEOPLE, people('Ana;Peçanha;ana@pmvi.example;SEMOB;Servidor;Inativo'));
    expect(report.lines[0]?.errors.map(({ column }) => column)).toEqual(['Papel', 'Situação']);
  });

  it('the last Super Admin stays one', async () => {
    await world.query(`update users set status = 'inactive' where id = $1`, [world.pmvi.people.admin2.id]);
    const report = await confer(admin, PEOPLE, people('Helena;Prado;admin@pmvi.example;GAB;Servidor;Ativo'));
    expect(report.counts.refused).toBe(1);
  });

  it('who may create but not change is told so', async () => {
    await world.query(
      `update roles set permissions = array_remove(permissions, 'update_users') where name = 'Gestor de Setor'`,
    );
    const own = await world.as(world.pmvi.people.gestor);
    const report = await confer(
      own,
      PEOPLE,
      people('Anna;Peçanha;ana@pmvi.example;;;', 'Um;A;um@pmvi.example;;Servidor;'),
    );
    expect(report.lines.map((line) => line.result)).toEqual(['refused', 'new']);
  });
});

describe('all or nothing', () => {
  const file = people('Yasmin;Cordeiro;yasmin@pmvi.example;SEMOB;Servidor;', 'Bia;Outra;bia@pmvi.example;;;');

  it('what moved since it was judged is judged again', async () => {
    const { conference } = await confer(admin, PEOPLE, file);
    await world.query(`update users set last_name = 'Nova' where id = $1`, [world.pmvi.people.bia.id]);
    const answer = await send(admin, PEOPLE, { file, conference });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { file: ['Algo mudou no sistema desde a conferência. Confira a planilha de novo.'] },
    ]);
    expect(await count(`users where email = 'yasmin@pmvi.example'`)).toBe(0);
  });

  it('another file is not what was judged', async () => {
    const { conference } = await confer(admin, PEOPLE, file);
    const answer = await send(admin, PEOPLE, { file: `${file} `, conference });
    expect(answer.statusCode).toBe(422);
  });

  it('of two at once one is written', async () => {
    const { conference } = await confer(admin, PEOPLE, file);
    const answers = await Promise.all([1, 2].map(() => send(admin, PEOPLE, { file, conference })));
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await count(`users where email = 'yasmin@pmvi.example'`)).toBe(1);
  });

  it('a repeated command is answered by its receipt', async () => {
    const { conference } = await confer(admin, PEOPLE, file);
    const command = () =>
      admin.inject({
        method: 'POST',
        url: PEOPLE,
        headers: { 'idempotency-key': key },
        payload: { file: base64(file), conference },
      });
    const key = randomUUID();
    const [first, again] = [await command(), await command()];
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(first.json().receipt).toMatchObject({ key, type: 'import-users', result: 'applied' });
    expect(again.json()).toEqual({ applied: true, receipt: first.json().receipt });
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('a transaction that is cut at any of ten points leaves nothing, and the command can be repeated', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => `Pessoa;${n};p${n}@pmvi.example;SEMOB;Servidor;`);
    const sheet = people(...lines, 'Bia;Outra;bia@pmvi.example;GAB;Protocolo;');
    const { conference } = await confer(admin, PEOPLE, sheet);
    await world.query(`create table cuts (seen integer not null, at integer not null, place text not null)`);
    await world.query(`insert into cuts values (0, 0, '')`);
    await world.query(`grant select, update on cuts to public`);
    await world.query(`create function cut() returns trigger language plpgsql security definer as $$ begin
      if (select place from cuts) = tg_table_name then
        update cuts set seen = seen + 1;
        if (select seen = at from cuts) then perform pg_terminate_backend(pg_backend_pid()); end if;
      end if;
      return new; end $$`);
    const points = [
      ...[1, 30, 60, 61].map((at) => ['users', at]),
      ...[1, 61].map((at) => ['user_roles', at]),
      ['jobs', 30],
      ['former_names', 1],
      ['counters', 1],
      ['receipts', 1],
    ] as [string, number][];
    for (const place of new Set(points.map(([place]) => place)))
      await world.query(`create trigger cut before insert or update on ${place} for each row execute function cut()`);
    const command = () =>
      admin.inject({
        method: 'POST',
        url: PEOPLE,
        headers: { 'idempotency-key': key },
        payload: { file: base64(sheet), conference, invite: true },
      });
    const key = randomUUID();
    const before = await count('users');
    for (const [place, at] of points) {
      await world.query(`update cuts set seen = 0, at = $1, place = $2`, [at, place]);
      expect([place, at, (await command()).statusCode]).toEqual([place, at, 503]);
      expect([await count('users'), await count('jobs')]).toEqual([before, 0]);
      expect(await count(`user_roles where role_id = ${world.pmvi.roles.Protocolo}`)).toBe(1);
    }
    await world.query(`update cuts set place = ''`);
    expect((await command()).statusCode).toBe(200);
    expect([await count('users'), await count(`jobs where kind = 'invitation'`)]).toEqual([before + 60, 60]);
  });

  it('500 people and 27 sectors come in, go out and come in again with nothing to change', async () => {
    const sectors = Array.from({ length: 27 }, (_, n) => `S${n + 10};Secretaria nº ${n};`);
    expect((await importSheet(admin, SECTORS, ['Sigla;Nome;Situação', ...sectors].join('\n'))).statusCode).toBe(200);
    const lines = Array.from(
      { length: 500 },
      (_, n) => `Pessoa;${n};p${n}@pmvi.example;S${(n % 27) + 10};Servidor;Ativo`,
    );
    expect((await importSheet(admin, PEOPLE, people(...lines))).statusCode).toBe(200);
    for (const noun of ['users', 'organizations']) {
      const sheet = (await admin.get(`/api/${noun}/export`)).rawPayload;
      const { counts } = await confer(admin, `/api/${noun}/import`, sheet);
      expect(counts).toMatchObject({ refused: 0, new: 0, changed: 0 });
      expect(counts.same).toBeGreaterThanOrEqual(27);
    }
  });
});

describe('exports', () => {
  it('open right in Excel, and no text of theirs is a formula', async () => {
    const names = ['=1+1', '+55', '-2', '@SUM(A1)', "'=x", "''", 'a;b"c'];
    for (const [n, name] of names.entries()) {
      await world.query(`insert into organizations (tenant_id, name, acronym) values ($1, $2, $3)`, [
        world.pmvi.id,
        name,
        `Z${n}`,
      ]);
    }
    const answer = await admin.get('/api/organizations/export');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="setores-\d{4}-\d\d-\d\d\.csv"$/);
    expect(answer.body.startsWith('\uFEFFSigla;Nome;Situação\r\n')).toBe(true);
    const cells = answer.body
      .split('\r\n')
      .filter((line) => /^Z\d/.test(line))
      .map((line) => line.slice(3, -6));
    expect(cells).toEqual([`'=1+1`, `'+55`, `'-2`, `'@SUM(A1)`, `''=x`, `''`, `"a;b""c"`]);
    const { counts } = await confer(admin, SECTORS, answer.rawPayload);
    expect(counts).toMatchObject({ refused: 0, new: 0, changed: 0, same: 11 });
  });

  it('a manager gets the people that they manage', async () => {
    const { body } = await gestor.get('/api/users/export');
    expect(
      body
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(';')[2]),
    ).toEqual(['ana@pmvi.example', 'gestor@pmvi.example']);
  });
});
