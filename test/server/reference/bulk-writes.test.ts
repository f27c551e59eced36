// Changing one row and many (rules B10, H11, H12; default 3): exactly one id in PUT, each of many
// checked, all or nothing, and no field that is not on the list.

import { describe, expect, it } from 'vitest';
import { BULK_MAX } from '#contract/reference-writes.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { postModel } from '../harness/new-model.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let world: World;
let pmvi: Town;
let admin: TestClient;
let gestor: TestClient;
let stranger: TestClient;

townPerFile.beforeAll(async ({ town }) => {
  ({ world, pmvi, admin, gestor } = town);
  stranger = await world.as(world.cmvi.people.admin);
});

const model = async (client: TestClient, sectors: readonly number[]): Promise<number> =>
  (await postModel(client, { sectors })).json().model.id;

type Kind = {
  readonly url: string;
  readonly field: string;
  /** Ids of two rows of the own tenant and of one of another. */
  readonly rows: () => Promise<{ own: number[]; foreign: number }>;
};

const made = async (client: TestClient, { url, body }: { url: string; body: object }): Promise<number> =>
  Object.values((await client.send('POST', url, body)).json<Record<string, { id: number }>>())[0]?.id ?? 0;
const rowsOf = (url: string, body: (town: Town) => object) => async () => ({
  own: [await made(admin, { url, body: body(pmvi) }), await made(admin, { url, body: body(pmvi) })],
  foreign: await made(stranger, { url, body: body(world.cmvi) }),
});
let serial = 0;

const KINDS: readonly Kind[] = [
  {
    url: '/api/organizations',
    field: 'organization_ids',
    rows: rowsOf('/api/organizations', () => ({ name: 'Setor', acronym: `B${++serial}` })),
  },
  {
    url: '/api/alerts',
    field: 'alert_ids',
    rows: rowsOf('/api/alerts', () => ({ title: 'Aviso', description: 'd', limit_date: '2031-01-01' })),
  },
  {
    url: '/api/document-subjects',
    field: 'document_subject_ids',
    rows: rowsOf('/api/document-subjects', () => ({ name: 'Assunto' })),
  },
  {
    url: '/api/users',
    field: 'user_ids',
    rows: rowsOf('/api/users', (town) => ({
      name: 'Yasmin',
      last_name: 'Cordeiro',
      email: `b${++serial}@x.example`,
      password: 'segredo-bom',
      roles: ['Consulta'],
      organization_id: town.sectors.SEMOB,
    })),
  },
  {
    url: '/api/models',
    field: 'model_ids',
    rows: async () => ({
      own: [await model(admin, [pmvi.sectors.SEMOB]), await model(admin, [pmvi.sectors.SEMED])],
      foreign: await model(stranger, [world.cmvi.sectors.SEMOB]),
    }),
  },
];

/** The content of the tables, for comparison. */
const everything = () =>
  world.query(`select to_jsonb(x) as row from organizations x union all select to_jsonb(x) from alerts x
    union all select to_jsonb(x) from document_subjects x union all select to_jsonb(x) from users x
    union all select to_jsonb(x) from models x union all select to_jsonb(x) from user_roles x order by 1`);

describe.each(KINDS)('$url', ({ url, field, rows }) => {
  it('PUT changes exactly one row, in every spelling, and a bulk write all or none (rule H12)', async () => {
    const { own, foreign } = await rows();
    const before = await everything();
    const refused: [number, 'PUT' | 'PATCH' | 'DELETE', object][] = [
      [422, 'PUT', { [field]: own, status: 0 }],
      [422, 'PUT', { [field]: [], status: 0 }],
      [422, 'PUT', { status: 0 }],
      [404, 'PUT', { [field]: [foreign], status: 0 }],
      [404, 'PATCH', { [field]: [...own, foreign], status: 0 }],
      [404, 'DELETE', { [field]: [...own, foreign] }],
      [404, 'PATCH', { [field]: [...own, 999_999], status: 0 }],
      [422, 'PATCH', { [field]: own }],
      [422, 'PATCH', { [field]: own, status: 'maybe' }],
      [422, 'PATCH', { [field]: [], status: 0 }],
      [422, 'DELETE', {}],
      [422, 'PATCH', { [field]: Array.from({ length: BULK_MAX + 1 }, (_, n) => n + 1), status: 0 }],
      [422, 'DELETE', { [field]: Array.from({ length: BULK_MAX + 1 }, (_, n) => n + 1) }],
      [422, 'DELETE', { [field]: [own[0], 'x'] }],
    ];
    for (const [status, method, body] of refused) {
      expect((await admin.send(method, url, body)).statusCode, `${method} ${JSON.stringify(body)}`).toBe(status);
    }
    const form = new URLSearchParams([
      ['_method', 'PUT'],
      [field, String(own[0])],
      [`${field}[]`, String(own[1])],
      ['status', '0'],
    ]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const spelled = await admin.inject({ method: 'POST', url, payload: form.toString(), headers });
    expect(spelled.statusCode).toBe(422);
    expect(await everything()).toEqual(before);
  });

  it('a bulk write takes every spelling of a status and a repeated id, and refuses deleted rows (rule H11)', async () => {
    const { own } = await rows();
    const [one] = own;
    const status = async () => (await admin.get(`${url}/${one}`)).json().status;
    for (const [said, meant] of [
      [0, 'inactive'],
      ['1', 'active'],
      [false, 'inactive'],
      ['active', 'active'],
      ['0', 'inactive'],
      [true, 'active'],
      ['inactive', 'inactive'],
    ]) {
      const answer = await admin.send('PATCH', url, { [field]: [one, one], status: said });
      expect(answer.json()).toEqual({ updated: 1 });
      expect(await status()).toBe(meant);
    }
    expect((await admin.send('DELETE', url, { [field]: [one, one] })).json()).toEqual({ deleted: 1 });
    expect((await admin.send('PUT', url, { [field]: [one], status: 1 })).statusCode).toBe(404);
    expect((await admin.send('PATCH', url, { [field]: [one], status: 1 })).statusCode).toBe(404);
    expect((await admin.send('DELETE', url, { [field]: [one] })).statusCode).toBe(404);
  });

  it('a write leaves fields alone that are on no list', async () => {
    const { own } = await rows();
    const before = await everything();
    const smuggled = {
      id: own[1],
      tenant_id: world.cmvi.id,
      rev: 1,
      deleted_at: '2020-01-01',
      created_at: '2020-01-01T00:00:00.000Z',
      created_by: pmvi.people.ana.id,
      scope_epoch: 9,
      password_hash: 'x',
      image_key: 'x',
    };
    expect((await admin.send('PUT', url, { [field]: [own[0]], ...smuggled })).statusCode).toBe(200);
    const withoutRev = (found: unknown) => JSON.stringify(found).replaceAll(/"rev":\d+,?/g, '');
    expect(withoutRev(await everything())).toBe(withoutRev(before));
  });

  it('an unknown method, or one outside the body, changes nothing', async () => {
    const { own } = await rows();
    const before = await everything();
    for (const _method of ['GET', 'POST', 'HEAD', 'OPTIONS', '', 'DELETE ', ['DELETE', 'PUT']]) {
      const answer = await admin.send('POST', url, { _method, [field]: [own[0]] });
      expect(answer.statusCode, `${JSON.stringify(_method)}`).toBe(405);
    }
    const beside = await admin.inject({
      method: 'POST',
      url: `${url}?_method=DELETE`,
      headers: { 'x-http-method-override': 'DELETE' },
      payload: { [field]: [own[0]] },
    });
    expect(beside.statusCode).toBe(422);
    expect(await everything()).toEqual(before);
  });
});

describe('a bulk write with a row that the manager does not manage', () => {
  it('a bulk write that names a person of another sector or a Super Admin changes no person', async () => {
    const { people, sectors } = pmvi;
    await world.query('update users set organization_id = $1 where id = $2', [sectors.SEMOB, people.admin2.id]);
    const before = await everything();
    for (const other of [people.bia, people.davi, people.admin, people.admin2]) {
      const body = { user_ids: [people.ana.id, other.id], status: 0 };
      expect((await gestor.send('PATCH', '/api/users', body)).statusCode).toBe(403);
    }
    expect(await everything()).toEqual(before);
  });

  it('a bulk write that names a model of another sector, or shared with one, changes no model', async () => {
    const own = await model(admin, [pmvi.sectors.SEMOB]);
    const shared = await model(admin, [pmvi.sectors.SEMOB, pmvi.sectors.SEMED]);
    const theirs = await model(admin, [pmvi.sectors.SEMED]);
    const before = await everything();
    const toggle = (ids: readonly number[]) => gestor.send('PATCH', '/api/models', { model_ids: ids, status: 0 });
    expect((await toggle([own, shared])).statusCode).toBe(403);
    expect((await toggle([own, theirs])).statusCode).toBe(404);
    expect(await everything()).toEqual(before);
    expect((await toggle([own])).json()).toEqual({ updated: 1 });
  });
});

describe('the own account (rule B10)', () => {
  it.each<[string, 'PUT' | 'PATCH' | 'DELETE', (me: number) => object]>([
    ['deleted', 'DELETE', (me) => ({ user_ids: [me] })],
    ['deleted among others', 'DELETE', (me) => ({ user_ids: [pmvi.people.ana.id, me] })],
    ['deactivated', 'PATCH', (me) => ({ user_ids: [me], status: 0 })],
    ['deactivated among others', 'PATCH', (me) => ({ user_ids: [pmvi.people.ana.id, me], status: 'inactive' })],
    ['deactivated by PUT', 'PUT', (me) => ({ user_ids: [me], status: '0' })],
    ['demoted', 'PUT', (me) => ({ user_ids: [me], roles: [pmvi.roles.Servidor] })],
    ['demoted behind another role', 'PUT', (me) => ({ user_ids: [me], roles: ['Servidor', 'Super Admin'] })],
  ])('the own account is not %s', async (_name, method, body) => {
    const before = await everything();
    for (const [client, me] of [
      [admin, pmvi.people.admin.id],
      [await world.as(pmvi.people.admin2), pmvi.people.admin2.id],
    ] as const) {
      const answer = await client.send(method, '/api/users', body(me));
      expect(answer.statusCode).toBe(422);
      expect(answer.json().message).toBe('Você não pode fazer isso com a sua própria conta.');
    }
    expect(await everything()).toEqual(before);
  });

  it('the own account may be activated and given the role it has', async () => {
    const me = { user_ids: [pmvi.people.admin.id] };
    expect((await admin.send('PATCH', '/api/users', { ...me, status: 1 })).statusCode).toBe(200);
    expect((await admin.send('PUT', '/api/users', { ...me, roles: ['Super Admin'], status: 1 })).statusCode).toBe(200);
  });
});
