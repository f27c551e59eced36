// What an import leaves behind, the people whom a sheet does not name, and what a person is called
// in their office.

import type { ImportAnswer, ImportedReport, PastImport } from '#contract/import.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';
import { base64, confer, importSheet, PEOPLE, SECTORS, told } from './sheets.ts';

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

const people = (...lines: string[]): string => ['Nome;Sobrenome;E-mail;Setor;Papel', ...lines].join('\r\n');
const ANA = 'Ana;Peçanha;ana@pmvi.example;SEMOB;Servidor';
const NEW = 'Yasmin;Cordeiro;yasmin@pmvi.example;SEMOB;Servidor';

/** Judges the sheet and writes it, with these of its missing people deactivated. */
async function applyWithout(client: TestClient, file: string, emails: readonly string[]) {
  const { conference, missing = [] } = await confer(client, PEOPLE, file);
  const deactivate = missing.flatMap(({ id, label }) => (emails.some((one) => label.endsWith(one)) ? [id] : []));
  return client.send('POST', PEOPLE, { file: base64(file), conference, deactivate });
}

const statusOf = async (email: string): Promise<string | undefined> =>
  (await world.query<{ status: string }>('select status from users where email = $1', [email]))[0]?.status;
const past = async (client: TestClient): Promise<readonly PastImport[]> =>
  (await client.get('/api/imports')).json<{ imports: PastImport[] }>().imports;

describe('people whom the sheet does not name', () => {
  it('are listed, without the author and those above, and stay as they are', async () => {
    const report = await confer(admin, PEOPLE, people(ANA));
    const listed = report.missing?.map(({ label }) => label.split(' · ')[1]) ?? [];
    expect(listed).toContain('bia@pmvi.example');
    expect(listed).not.toContain('ana@pmvi.example');
    expect(listed).not.toContain('admin@pmvi.example');
    expect((await importSheet(admin, PEOPLE, people(ANA, NEW))).statusCode).toBe(200);
    expect(await statusOf('bia@pmvi.example')).toBe('active');
    const own = await confer(gestor, PEOPLE, people(NEW));
    expect(own.missing?.map(({ label }) => label.split(' · ')[1])).toEqual(['ana@pmvi.example']);
  });

  it('are deactivated where that is asked, out of their sessions, and nobody else is', async () => {
    const bia = await world.as(world.pmvi.people.bia);
    expect((await bia.get('/api/user')).statusCode).toBe(200);
    const answer = await applyWithout(admin, people(ANA), ['bia@pmvi.example']);
    expect([answer.statusCode, answer.json<ImportAnswer>().applied]).toEqual([200, true]);
    expect(await statusOf('bia@pmvi.example')).toBe('inactive');
    expect(await statusOf('gestor@pmvi.example')).toBe('active');
    expect((await bia.get('/api/user')).statusCode).toBe(401);
    expect(await past(admin)).toMatchObject([{ counts: { new: 0, changed: 0, off: 1 } }]);
  });

  it('a person who is not among them any more is not deactivated, and nothing is written', async () => {
    const file = people(ANA, NEW);
    const { conference, missing = [] } = await confer(admin, PEOPLE, file);
    const deactivate = missing.map(({ id }) => id);
    await world.query(`update users set status = 'inactive' where id = $1`, [world.pmvi.people.bia.id]);
    const answer = await admin.send('POST', PEOPLE, { file: base64(file), conference, deactivate });
    expect([answer.statusCode, answer.json().errors.file]).toEqual([
      422,
      ['Algo mudou no sistema desde a conferência. Confira a planilha de novo.'],
    ]);
    expect(await statusOf('yasmin@pmvi.example')).toBe(undefined);
  });

  it.each([
    ['oneself', () => world.pmvi.people.gestor.id],
    ['a person of another sector', () => world.pmvi.people.bia.id],
    ['a Super Admin', () => world.pmvi.people.admin.id],
    ['a person whom the sheet names', () => world.pmvi.people.ana.id],
  ])('%s is not deactivated by a manager (rules B2, B10)', async (_who, id) => {
    const file = people(ANA, NEW);
    const { conference } = await confer(gestor, PEOPLE, file);
    const answer = await gestor.send('POST', PEOPLE, { file: base64(file), conference, deactivate: [id()] });
    expect(answer.statusCode).toBe(422);
    expect(await statusOf('yasmin@pmvi.example')).toBe(undefined);
  });

  it('a person who may not change accounts has nobody to deactivate', async () => {
    await world.query(
      `update roles set permissions = array_remove(permissions, 'update_users') where name = 'Gestor de Setor'`,
    );
    const own = await world.as(world.pmvi.people.gestor);
    expect((await confer(own, PEOPLE, people(NEW))).missing).toEqual([]);
  });
});

describe('past imports', () => {
  it('say who imported what and when, and what changed by its lines', async () => {
    await importSheet(admin, SECTORS, 'Sigla;Nome\r\nSMADU;Administração\r\nGAB;Gabinete\r\n');
    await applyWithout(admin, people(ANA, NEW), ['bia@pmvi.example']);
    const [sheet, sectors] = await past(admin);
    expect([sheet, sectors]).toMatchObject([
      { kind: 'users', by: 'Helena Prado', counts: { new: 1, changed: 0, off: 1 } },
      { kind: 'organizations', counts: { new: 1, changed: 1, off: 0 } },
    ]);
    const { lines, off } = (await admin.get(`/api/imports/${sheet?.id}`)).json<ImportedReport>();
    expect(lines.map(({ line, result, label }) => [line, result, label])).toEqual([
      [3, 'new', 'Yasmin Cordeiro · yasmin@pmvi.example'],
    ]);
    expect(off).toEqual([expect.stringContaining('bia@pmvi.example')]);
  });

  it('a refused import leaves none, nor does one that is repeated', async () => {
    await importSheet(admin, PEOPLE, people(ANA));
    expect(await past(admin)).toEqual([]);
  });

  it('a manager reads their own, and nobody of another tenant reads any', async () => {
    await importSheet(admin, PEOPLE, people(NEW));
    await importSheet(gestor, PEOPLE, people('Rui;Sá;rui@pmvi.example;SEMOB;Servidor'));
    const [own, ...others] = await past(gestor);
    expect([own?.counts.new, others]).toEqual([1, []]);
    const [, first] = await past(admin);
    expect((await gestor.get(`/api/imports/${first?.id}`)).statusCode).toBe(404);
    const foreign = await world.as(world.cmvi.people.admin);
    expect(await past(foreign)).toEqual([]);
    expect((await foreign.get(`/api/imports/${first?.id}`)).statusCode).toBe(404);
  });

  it('a person who imports only sectors imports them, and reads no import of people', async () => {
    await world.query(
      `update roles set permissions = array['read_organizations', 'create_organizations'] where name = 'Protocolo'`,
    );
    await world.query(`update user_roles set role_id = $1 where user_id = $2`, [
      world.pmvi.roles.Protocolo,
      world.pmvi.people.bia.id,
    ]);
    const bia = await world.as(world.pmvi.people.bia);
    expect((await importSheet(bia, SECTORS, 'Sigla;Nome\r\nSMADU;Administração\r\n')).statusCode).toBe(200);
    expect((await past(bia)).map(({ kind }) => kind)).toEqual(['organizations']);
    expect((await bia.send('POST', PEOPLE, { file: base64(people(NEW)) })).statusCode).toBe(403);
  });
});

describe('job title and registration', () => {
  const OFFICE = 'E-mail;Nome;Sobrenome;Cargo;MATRICULA';

  it('come in, go out and come in again with nothing to change; an empty cell changes nothing', async () => {
    const file = `${OFFICE}\r\nana@pmvi.example;Ana;Peçanha;Engenheira civil;00123-4\r\n`;
    expect(told(await confer(admin, PEOPLE, file))).toEqual([
      '2 changed ; Cargo:  → Engenheira civil ; Matrícula:  → 00123-4',
    ]);
    expect((await importSheet(admin, PEOPLE, file)).statusCode).toBe(200);
    const sheet = (await admin.get('/api/users/export')).rawPayload;
    expect(sheet.toString()).toContain(';Ativo;Engenheira civil;00123-4\r\n');
    expect((await confer(admin, PEOPLE, sheet)).counts).toMatchObject({ refused: 0, new: 0, changed: 0 });
    const emptied = `${OFFICE}\r\nana@pmvi.example;Ana;Peçanha;;\r\n`;
    expect((await confer(admin, PEOPLE, emptied)).counts).toMatchObject({ same: 1 });
    const long = `${OFFICE}\r\nana@pmvi.example;Ana;Peçanha;${'x'.repeat(121)};${'9'.repeat(41)}\r\n`;
    expect((await confer(admin, PEOPLE, long)).lines[0]?.errors.map(({ column }) => column)).toEqual([
      'Cargo',
      'Matrícula',
    ]);
  });

  it('are written by the form; the title is seen by all, the number by its person and their managers', async () => {
    const { ana, bia } = world.pmvi.people;
    const fields = { user_ids: [ana.id], job_title: ' Engenheira civil ', registration: '77' };
    expect((await admin.send('PUT', '/api/users', fields)).statusCode).toBe(200);
    const read = async (client: TestClient) =>
      (await client.get('/api/users'))
        .json<{ id: number; job_title?: string; registration?: string }[]>()
        .find(({ id }) => id === ana.id);
    expect(await read(admin)).toMatchObject({ job_title: 'Engenheira civil', registration: '77' });
    expect(await read(await world.as(ana))).toMatchObject({ registration: '77' });
    expect(await read(await world.as(bia))).toMatchObject({ job_title: 'Engenheira civil' });
    expect(await read(await world.as(bia))).not.toHaveProperty('registration');
    await admin.send('PUT', '/api/users', { user_ids: [ana.id], job_title: '' });
    expect(await read(admin)).toMatchObject({ job_title: null, registration: '77' });
  });
});
