// Sectors: their people (rule B2), their acronyms (rule H15), and which rows change when a
// sector gets a new name or is deleted (rule B11).

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { postModel } from '../harness/new-model.ts';
import { newDevice, pull } from '../harness/pull.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type Town, type World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let admin: TestClient;
let ana: TestClient;

// Each test changes sectors and so has a database of its own.
beforeEach(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  pmvi = world.pmvi;
  admin = await world.as(pmvi.people.admin);
  ana = await world.as(pmvi.people.ana);
});
afterEach(async () => {
  await world.close();
  await server.close();
});

const url = '/api/organizations';

describe('the people of a sector', () => {
  type Sector = { id: number; users: { id: number; email?: string; roles: { name: string }[] }[] };
  const peopleOf = async (client: TestClient, id: number) => {
    const one = (await client.get(`${url}/${id}`)).json<Sector>();
    const listed = (await client.get(`${url}?include=users.roles`)).json<Sector[]>().find((row) => row.id === id);
    expect(listed).toEqual(one);
    return one.users;
  };

  it('a sector comes with its active people and their roles, in the slim form', async () => {
    await world.query(`update users set status = 'inactive' where id = $1`, [pmvi.people.gestor.id]);
    const seen = await peopleOf(ana, pmvi.sectors.SEMOB);
    expect(seen).toMatchObject([{ id: pmvi.people.ana.id, name: 'Ana', roles: [{ name: 'Servidor' }] }]);
    expect(seen[0]).not.toHaveProperty('email');
    expect(await peopleOf(ana, pmvi.sectors.ARQ)).toHaveLength(1);
  });

  it('a sector’s people are in full for a person who manages them, inactive ones included, deleted ones never', async () => {
    await world.query(`update users set status = 'inactive' where id = $1`, [pmvi.people.ana.id]);
    const gestor = await world.as(pmvi.people.gestor);
    expect(await peopleOf(gestor, pmvi.sectors.SEMOB)).toMatchObject([{ email: 'ana@pmvi.example' }, {}]);
    expect((await peopleOf(gestor, pmvi.sectors.SEMED))[0]).not.toHaveProperty('email');
    await admin.send('DELETE', '/api/users', { user_ids: [pmvi.people.ana.id] });
    expect((await peopleOf(admin, pmvi.sectors.SEMOB)).map((one) => one.id)).toEqual([pmvi.people.gestor.id]);
  });
});

describe('an acronym (rule H15)', () => {
  const put = (id: number, more: object) => admin.send('PUT', url, { organization_ids: [id], ...more });

  it('an acronym belongs to one sector at a time in any case, and is free once the sector is deleted', async () => {
    const taken = await put(pmvi.sectors.ARQ, { acronym: 'semed' });
    expect(taken.statusCode).toBe(422);
    expect(taken.json().errors).toEqual({ acronym: ['Já existe um setor com essa sigla.'] });
    expect((await admin.get(`${url}/${pmvi.sectors.ARQ}`)).json().acronym).toBe('ARQ');
    expect((await put(pmvi.sectors.ARQ, { acronym: 'arq' })).statusCode).toBe(200);
    await admin.send('DELETE', url, { organization_ids: [pmvi.sectors.SEMED] });
    expect((await put(pmvi.sectors.ARQ, { acronym: 'SEMED' })).statusCode).toBe(200);
    expect((await put(pmvi.sectors.SEMED, { name: 'De volta' })).statusCode).toBe(404);
  });
});

describe('changes of a sector reach devices', () => {
  /**
   * A model, a subject, people, and documents that show SEMED in one way each; returns what a
   * device holds of them.
   */
  async function shown() {
    const { people, sectors } = pmvi;
    const { model } = (await postModel(admin, { sectors: [sectors.SEMED, sectors.SEMOB] })).json();
    const bia = await world.as(people.bia);
    const created = await createdDocument(bia, { town: pmvi, to: people.ana, sector: 'SEMOB' });
    const received = await createdDocument(ana, { town: pmvi, to: people.bia, sector: 'SEMED' });
    const elsewhere = await createdDocument(ana, { town: pmvi, to: people.caio, sector: 'GAB' });
    const completed = await createdDocument(ana, { town: pmvi, to: people.bia, sector: 'SEMED' });
    await ana.send('PATCH', `/api/documents/${completed.id}`, { status: 'completed' });
    const device = await pull(ana, newDevice());
    const row = (key: string) => {
      const change = device.rows.get(key);
      return change?.op === 'put' ? change.row : undefined;
    };
    return {
      bia,
      pulled: async () => {
        await pull(ana, device);
        return {
          person: row(`users:${people.bia.id}`),
          model: row(`models:${model.id}`),
          subject: row(`document_subjects:${pmvi.subjects.windowed}`),
          created: row(`documents:${created.id}`),
          received: row(`documents:${received.id}`),
        };
      },
      untouched: () => [elsewhere, completed].map((one) => device.rows.get(`documents:${one.id}`)?.rev),
    };
  }

  it('a new sector name reaches people, models, subjects and open documents on devices', async () => {
    const { pulled, untouched } = await shown();
    const before = untouched();
    await admin.send('PUT', url, { organization_ids: [pmvi.sectors.SEMED], name: 'Educação', acronym: 'EDU' });
    const organization = { id: pmvi.sectors.SEMED, name: 'Educação', acronym: 'EDU' };
    expect(await pulled()).toMatchObject({
      person: { organization },
      model: { organizations: [organization, {}] },
      subject: { exempt_submission_date_organizations: [organization] },
      created: { creator: { organization }, origin: organization },
      received: { responsibles: [{ organization }], organizations: [organization] },
    });
    expect(untouched()).toEqual(before);
  });

  it('a deleted sector leaves its people without one on devices, and documents keep their destination (rule B11)', async () => {
    const { pulled, untouched } = await shown();
    const before = untouched();
    await admin.send('DELETE', url, { organization_ids: [pmvi.sectors.SEMED] });
    expect(await pulled()).toMatchObject({
      person: { organization: null },
      created: { creator: { organization: null }, origin: { acronym: 'SEMED' } },
      received: { responsibles: [{ organization: null }], organizations: [{ acronym: 'SEMED' }] },
    });
    expect(untouched()).toEqual(before);
  });
});
