// People: permission to see, manage, create, change, toggle and delete them (rules B2, B8, B10–B12,
// H5–H7).

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { newDevice, pull } from '../harness/pull.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type Town, type World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let admin: TestClient;
let gestor: TestClient;
let ana: TestClient;

// Each test changes people and so has a database of its own.
beforeEach(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  pmvi = world.pmvi;
  admin = await world.as(pmvi.people.admin);
  gestor = await world.as(pmvi.people.gestor);
  ana = await world.as(pmvi.people.ana);
});
afterEach(async () => {
  await world.close();
  await server.close();
});

const url = '/api/users';
const newcomer = (more: object = {}) => ({
  name: 'Yasmin',
  last_name: 'Cordeiro',
  email: 'yasmin@pmvi.example',
  password: 'segredo-bom',
  'roles[0]': pmvi.roles.Servidor,
  organization_id: pmvi.sectors.SEMOB,
  status: '1',
  ...more,
});
const form = (
  client: TestClient,
  body: Record<string, unknown>,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST',
) =>
  client.inject({
    method,
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(Object.entries(body).map(([key, value]) => [key, String(value)])).toString(),
  });

describe('visibility of people (rule B2)', () => {
  it('every person sees the active people in the slim form, without e-mail', async () => {
    await world.query(`update users set status = 'inactive' where id = $1`, [pmvi.people.consulta.id]);
    const rows: Record<string, unknown>[] = (await ana.get(url)).json();
    expect(rows.map((row) => row['id'])).not.toContain(pmvi.people.consulta.id);
    expect(rows).toHaveLength(Object.keys(pmvi.people).length - 1);
    expect(rows.every((row) => !('email' in row))).toBe(true);
    expect((await ana.get(`${url}?search=PECANHA`)).json()).toMatchObject([
      { id: pmvi.people.ana.id, role: 'Servidor' },
    ]);
    expect((await ana.get(`${url}/${world.cmvi.people.ana.id}`)).statusCode).toBe(404);
  });

  it('a manager sees people of the own sector in full except Super Admins, and a Super Admin sees all people in full', async () => {
    const managed = async (client: TestClient) =>
      ((await client.get(`${url}?scope=manage`)).json() as { id: number; email: string }[])
        .map((row) => row.id)
        .toSorted((a, b) => a - b);
    expect(await managed(ana)).toEqual([]);
    expect(await managed(gestor)).toEqual([pmvi.people.gestor.id, pmvi.people.ana.id]);
    expect(await managed(admin)).toEqual(Object.values(pmvi.people).map((person) => person.id));
    await world.query('update users set organization_id = $1 where id = $2', [
      pmvi.sectors.SEMOB,
      pmvi.people.admin2.id,
    ]);
    expect(await managed(gestor)).not.toContain(pmvi.people.admin2.id);
  });

  it('only the roles that a person may assign are offered (rule B8)', async () => {
    const names = async (client: TestClient) =>
      ((await client.get('/api/roles')).json() as { name: string }[]).map((role) => role.name);
    expect(await names(admin)).toContain('Super Admin');
    expect(await names(gestor)).toEqual(['Gestor de Setor', 'Servidor', 'Consulta']);
  });
});

describe('creating a person', () => {
  it('a created person can log in', async () => {
    const made = await form(gestor, newcomer());
    expect(made.statusCode).toBe(201);
    expect(made.json().user).toMatchObject({
      name: 'Yasmin',
      email: 'yasmin@pmvi.example',
      status: 'active',
      role: 'Servidor',
      organization: { acronym: 'SEMOB' },
      managed: true,
    });
    expect(made.body).not.toContain('segredo');
    const client = await server.login('Yasmin@PMVI.example', 'segredo-bom');
    expect((await client.get('/api/user')).json()).toMatchObject({ id: made.json().user.id });
  });

  it.each<[string, () => object, string]>([
    ['a short password (rule H6)', () => ({ password: '12345' }), 'password'],
    ['a most used password (rule H6)', () => ({ password: 'Password' }), 'password'],
    [
      'the e-mail as password (rule H6)',
      () => ({ email: 'abcdef@x.example', password: 'ABCDEF@x.example' }),
      'password',
    ],
    ['an e-mail in use in another tenant (rule H7)', () => ({ email: 'ANA@cmvi.example' }), 'email'],
    ['no e-mail', () => ({ email: 'nada' }), 'email'],
    ['another sector', () => ({ organization_id: pmvi.sectors.SEMED }), 'organization_id'],
    ['a sector of another tenant', () => ({ organization_id: world.cmvi.sectors.SEMOB }), 'organization_id'],
    ['Super Admin by id', () => ({ 'roles[0]': pmvi.roles['Super Admin'] }), 'roles'],
    ['Super Admin by name', () => ({ 'roles[0]': 'Super Admin' }), 'roles'],
    ['Super Admin beside another', () => ({ 'roles[1]': ' Super Admin ' }), 'roles'],
    ['a role with more permissions than one’s own', () => ({ 'roles[0]': pmvi.roles.Protocolo }), 'roles'],
    ['a role of another tenant', () => ({ 'roles[0]': world.cmvi.roles.Servidor }), 'roles'],
    ['no role', () => ({ 'roles[0]': '' }), 'roles'],
  ])('a new person with %s is refused', async (_name, more, field) => {
    const answer = await form(gestor, newcomer(more()));
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  it('creating a person is forbidden without the permission', async () => {
    expect((await form(ana, newcomer())).statusCode).toBe(403);
  });
});

describe('changing a person', () => {
  const put = (client: TestClient, id: number, more: object) =>
    form(client, { _method: 'PUT', 'user_ids[0]': id, ...more });

  it('a change keeps fields not sent, ends sessions for a new password, and reaches documents that show the name', async () => {
    const bia = await world.as(pmvi.people.bia);
    const document = await createdDocument(bia, { town: pmvi, to: pmvi.people.ana, sector: 'SEMOB' });
    const device = await pull(bia, newDevice());
    const renamed = await put(gestor, pmvi.people.ana.id, { name: 'Anahí' });
    expect(renamed.json().user).toMatchObject({ name: 'Anahí', last_name: 'Peçanha', email: 'ana@pmvi.example' });
    await pull(bia, device);
    expect(device.rows.get(`documents:${document.id}`)).toMatchObject({ row: { responsibles: [{ name: 'Anahí' }] } });
    expect((await bia.get('/api/documents?search=anahi')).json().total).toBe(1);
    expect((await ana.get('/api/user')).statusCode).toBe(200);
    expect((await put(gestor, pmvi.people.ana.id, { password: 'nova-senha' })).statusCode).toBe(200);
    expect((await ana.get('/api/user')).statusCode).toBe(401);
    for (const password of ['ana@PMVI.example', '123456'])
      expect((await put(gestor, pmvi.people.ana.id, { password })).json().errors).toHaveProperty('password');
  });

  it('a manager cannot set the password or e-mail of a person with more permissions (rule B8)', async () => {
    await world.query('update users set organization_id = $1 where id = $2', [
      pmvi.sectors.SEMOB,
      pmvi.people.protocolo.id,
    ]);
    const { id } = pmvi.people.protocolo;
    const protocolo = await world.as(pmvi.people.protocolo);
    expect((await put(gestor, id, { password: 'nova-senha' })).json().errors).toHaveProperty('password');
    expect((await put(gestor, id, { email: 'outro@pmvi.example' })).json().errors).toHaveProperty('email');
    expect((await put(gestor, id, { name: 'Sueli', email: 'PROTOCOLO@pmvi.example' })).statusCode).toBe(200);
    expect((await protocolo.get('/api/user')).statusCode).toBe(200);
    expect((await put(protocolo, id, { password: 'nova-senha' })).statusCode).toBe(403);
    expect((await put(admin, id, { password: 'nova-senha' })).statusCode).toBe(200);
  });

  it('a person who changes the own password keeps this session and loses the others (rule H5)', async () => {
    const here = await world.as(pmvi.people.admin2);
    const elsewhere = await world.as(pmvi.people.admin2);
    expect((await put(here, pmvi.people.admin2.id, { password: 'nova-senha' })).statusCode).toBe(200);
    expect((await here.get('/api/user')).statusCode).toBe(200);
    expect((await elsewhere.get('/api/user')).statusCode).toBe(401);
  });

  it('a new sector or role changes the person’s sight at once, and the epoch', async () => {
    const caio = await world.as(pmvi.people.caio);
    await createdDocument(ana, { town: pmvi, to: pmvi.people.protocolo, sector: 'GAB' });
    expect((await caio.get('/api/documents')).json().total).toBe(1);
    const before = (await caio.get('/api/user')).json().scope_epoch;
    await put(admin, pmvi.people.caio.id, { organization_id: pmvi.sectors.ARQ });
    expect((await caio.get('/api/documents')).json().total).toBe(0);
    expect((await caio.get('/api/user')).json().scope_epoch).not.toBe(before);
    await put(admin, pmvi.people.caio.id, { 'roles[0]': 'Super Admin' });
    expect((await caio.get('/api/documents')).json().total).toBe(1);
  });

  it('a manager cannot change a person whom the manager does not manage', async () => {
    expect((await put(gestor, pmvi.people.bia.id, { name: 'x' })).statusCode).toBe(403);
    expect((await put(gestor, pmvi.people.admin.id, { name: 'x' })).statusCode).toBe(403);
    expect((await put(gestor, world.cmvi.people.ana.id, { name: 'x' })).statusCode).toBe(404);
    expect((await put(admin, world.cmvi.people.ana.id, { name: 'x' })).statusCode).toBe(404);
    expect(
      (await put(gestor, pmvi.people.ana.id, { organization_id: pmvi.sectors.SEMED })).json().errors,
    ).toHaveProperty('organization_id');
    expect((await put(gestor, pmvi.people.ana.id, { 'roles[0]': 'Super Admin' })).json().errors).toHaveProperty(
      'roles',
    );
    expect((await put(ana, pmvi.people.ana.id, { name: 'x' })).statusCode).toBe(403);
  });

  it('a person cannot demote, deactivate or delete the own account, in bulk neither (rule B10)', async () => {
    const me = pmvi.people.admin.id;
    expect((await put(admin, me, { 'roles[0]': pmvi.roles.Servidor })).json().errors).toHaveProperty('roles');
    expect((await put(admin, me, { status: 0 })).json().errors).toHaveProperty('status');
    const many = { user_ids: [pmvi.people.ana.id, me] };
    expect((await admin.send('PATCH', url, { ...many, status: 0 })).statusCode).toBe(422);
    expect((await admin.send('DELETE', url, many)).statusCode).toBe(422);
    expect((await ana.get('/api/user')).statusCode).toBe(200);
  });

  it('the tenant always keeps an active Super Admin, also when two changes race (rule B10)', async () => {
    const { admin: one, admin2: two } = pmvi.people;
    const clients = [admin, await world.as(two)];
    const answers = await Promise.all([
      clients[0]?.send('DELETE', url, { user_ids: [two.id] }),
      clients[1]?.send('PATCH', url, { user_ids: [one.id], status: 0 }),
    ]);
    expect(answers.filter((answer) => answer?.statusCode === 200)).toHaveLength(1);
    const left = await world.query(
      `select 1 from users where id in ($1, $2) and status = 'active' and deleted_at is null`,
      [one.id, two.id],
    );
    expect(left).toHaveLength(1);
  });
});

describe('deactivating and deleting a person', () => {
  it('a deactivated person loses sessions and login at once, stays on documents, and is not offered (rule B12)', async () => {
    const bia = await world.as(pmvi.people.bia);
    const document = await createdDocument(bia, { town: pmvi, to: pmvi.people.ana, sector: 'SEMOB' });
    expect((await form(gestor, { 'user_ids[]': pmvi.people.ana.id, status: '0' }, 'PATCH')).json()).toEqual({
      updated: 1,
    });
    expect((await ana.get('/api/user')).statusCode).toBe(401);
    expect((await bia.get(`/api/documents/${document.id}`)).json().responsibles).toMatchObject([
      { id: pmvi.people.ana.id },
    ]);
    const refused = await bia.send('PATCH', `/api/documents/${document.id}`, {
      responsible_ids: [pmvi.people.ana.id, pmvi.people.davi.id],
    });
    expect(refused.json().errors.responsible_ids).toEqual([
      'A conta do responsável está desativada. Escolha outra pessoa.',
    ]);
    expect((await form(gestor, { 'user_ids[]': pmvi.people.ana.id, status: '1' }, 'PATCH')).statusCode).toBe(200);
  });

  it('a deleted person keeps the name in history, frees the e-mail, and devices receive the deletion (rule B11)', async () => {
    const bia = await world.as(pmvi.people.bia);
    const document = await createdDocument(bia, { town: pmvi, to: pmvi.people.ana, sector: 'SEMOB' });
    const device = await pull(bia, newDevice());
    expect((await form(gestor, { 'user_ids[]': pmvi.people.ana.id }, 'DELETE')).statusCode).toBe(403);
    expect((await admin.send('DELETE', url, { user_ids: [pmvi.people.ana.id] })).json()).toEqual({ deleted: 1 });
    expect((await ana.get('/api/user')).statusCode).toBe(401);
    expect((await bia.get(`/api/documents/${document.id}`)).json().responsibles[0].name).toBe('Ana');
    await pull(bia, device);
    expect(device.rows.get(`users:${pmvi.people.ana.id}`)).toMatchObject({
      op: 'put',
      row: { deleted: true, name: 'Ana' },
    });
    expect((await form(admin, newcomer({ email: 'ana@pmvi.example' }))).statusCode).toBe(201);
  });
});
