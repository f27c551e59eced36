// Only a person who could give all of an account's roles may change that account (rule B8; S20),
// and the owner of the account gets an e-mail about each change of it (S151).

import { beforeEach, describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { solvedToken, type TestClient } from '../harness/test-client.ts';
import type { Person, Town, World } from '../harness/world.ts';
import { createJobBench, type JobBench } from '../notices/job-bench.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let admin: TestClient;
let gestor: TestClient;
let ana: TestClient;
let stranger: TestClient;
let bench: JobBench;

/**
 * A Protocolo in the sector that the manager manages, who has permissions that the manager lacks.
 */
let higher: Person;

townPerFile.beforeAll(async ({ town }) => {
  ({ server, world, pmvi, admin, gestor, ana, stranger } = town);
  higher = pmvi.people.protocolo;
  await world.query('update users set organization_id = $1 where id = $2', [pmvi.sectors.SEMOB, higher.id]);
  // Otherwise the missing permission alone would refuse it.
  await world.query(`update roles set permissions = permissions || '{delete_users}' where id = $1`, [
    pmvi.roles['Gestor de Setor'],
  ]);
});
beforeEach(async () => {
  await world.query('delete from jobs');
  bench = createJobBench(server.services);
});

const url = '/api/users';
const put = (client: TestClient, id: number, fields: object) => client.send('PUT', url, { user_ids: [id], ...fields });
const accountOf = async ({ id }: Person) =>
  (
    await world.query(
      `select email, password_hash, status, deleted_at, (select array_agg(role_id) from user_roles where user_id = u.id)
        as roles from users u where id = $1`,
      [id],
    )
  )[0];

describe('an account of a person with more permissions', () => {
  it.each<[string, (t: Town) => object]>([
    ['password', () => ({ password: 'nova-senha' })],
    ['email', () => ({ email: 'outro@pmvi.example' })],
    ['status', () => ({ status: 0 })],
    ['roles', (t) => ({ roles: [t.roles.Servidor] })],
    ['roles', (t) => ({ roles: [t.roles.Protocolo, t.roles.Servidor] })],
  ])('a manager cannot change its %s', async (field, fields) => {
    const before = await accountOf(higher);
    const answer = await put(gestor, higher.id, fields(pmvi));
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
    expect(await accountOf(higher)).toEqual(before);
    expect(await world.query('select 1 from jobs')).toEqual([]);
  });

  it.each([
    ['switch', 'PATCH', { status: 0 }],
    ['delete', 'DELETE', {}],
  ] as const)('a manager cannot %s it, alone or with others', async (_name, method, fields) => {
    const before = await accountOf(higher);
    for (const user_ids of [[higher.id], [pmvi.people.ana.id, higher.id]]) {
      const answer = await gestor.send(method, url, { user_ids, ...fields });
      expect(answer.statusCode).toBe(422);
      expect(Object.keys(answer.json().errors)).toEqual(['user_ids']);
    }
    expect(await accountOf(higher)).toEqual(before);
    expect((await ana.get('/api/user')).statusCode).toBe(200);
  });

  it('a manager changes its name, beside fields that keep their values', async () => {
    const kept = { email: 'PROTOCOLO@pmvi.example', status: 1, roles: ['Protocolo'] };
    // The role itself can't be given by the manager, but it stays as it is.
    const answer = await put(gestor, higher.id, { name: 'Sueli', email: kept.email, status: kept.status });
    expect(answer.statusCode).toBe(200);
    expect(await world.query('select 1 from jobs')).toEqual([]);
  });

  it('of two roles the higher one counts', async () => {
    const { id } = pmvi.people.consulta;
    await world.query('update users set organization_id = $1 where id = $2', [pmvi.sectors.SEMOB, id]);
    await world.query('insert into user_roles (tenant_id, user_id, role_id, position) values ($1, $2, $3, 1)', [
      pmvi.id,
      id,
      pmvi.roles.Protocolo,
    ]);
    expect((await put(gestor, id, { password: 'nova-senha' })).statusCode).toBe(422);
    expect((await put(gestor, id, { roles: [pmvi.roles.Consulta] })).statusCode).toBe(422);
    expect((await put(admin, id, { roles: [pmvi.roles.Consulta] })).statusCode).toBe(200);
    expect((await put(gestor, id, { password: 'nova-senha' })).statusCode).toBe(200);
  });
});

describe('the mail about a changed account', () => {
  const mailed = async () => {
    await bench.jobs.tick();
    return bench.mails.map(({ to, text }) => [to.email, text] as const);
  };

  it('a person is told of a new password and a new role, without their values', async () => {
    const { id } = pmvi.people.bia;
    await put(admin, id, { password: 'segredo-novo', roles: [pmvi.roles.Consulta] });
    const [mail, ...more] = await mailed();
    expect(more).toEqual([]);
    expect(mail?.[0]).toBe('bia@pmvi.example');
    expect(mail?.[1]).toContain('A senha da sua conta no Malote foi trocada.');
    expect(mail?.[1]).toContain('O papel da sua conta no Malote foi trocado.');
    expect(mail?.[1]).toContain('por quem administra as contas');
    expect(mail?.[1]).not.toMatch(/segredo-novo|Consulta/);
  });

  it('both addresses are told of a new e-mail, and neither mail names the other', async () => {
    const { id } = pmvi.people.caio;
    await put(admin, id, { email: 'caio.novo@pmvi.example' });
    const mails = await mailed();
    expect(mails.map(([email]) => email).toSorted()).toEqual(['caio.novo@pmvi.example', 'caio@pmvi.example']);
    for (const [, text] of mails) {
      expect(text).toContain('O e-mail da sua conta no Malote foi trocado.');
      expect(text).not.toContain('@');
    }
  });

  it('nothing is told of a change that keeps password, e-mail and roles, nor of a refused one', async () => {
    const { id } = pmvi.people.davi;
    await put(admin, id, { name: 'David', email: 'DAVI@pmvi.example', roles: ['Servidor'], status: 1 });
    expect((await put(admin, id, { password: '123' })).statusCode).toBe(422);
    expect(await mailed()).toEqual([]);
  });

  it('a person is told of their own new password, from the profile and from a recovery link', async () => {
    const { id } = pmvi.people.gestor;
    await gestor.send('PATCH', '/api/profile', { password: 'outra-senha', password_confirmation: 'outra-senha' });
    const token = await solvedToken(stranger);
    await stranger.send('POST', '/forgot-password', { email: 'gestor@pmvi.example', token });
    await bench.jobs.tick();
    const link = /password-reset\/([\w-]+)\?/.exec(bench.mails.map(({ text }) => text).join())?.[1];
    expect(bench.mails).toHaveLength(2);
    bench.mails.length = 0;
    const reset = {
      email: 'gestor@pmvi.example',
      token: link,
      password: 'mais-uma',
      password_confirmation: 'mais-uma',
    };
    expect((await stranger.send('POST', '/reset-password', reset)).statusCode).toBe(200);
    const mails = await mailed();
    expect(mails).toEqual([['gestor@pmvi.example', expect.stringContaining('pela própria conta')]]);
    expect(id).toBe(gestor.userId);
  });
});
