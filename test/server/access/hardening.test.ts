// Defaults of src/server/defaults.md that hold for every route or for several: default 2
// (cross-site writes), default 3 (roles and fields that no client may set), default 4 (strict
// values), default 5 (long passwords) and default 8 (names of files). The other defaults have test
// files of their own.

import { describe, expect, it } from 'vitest';
import type { AnyRoute } from '#server/http/route-declaration.ts';
import { mount } from '#server/http/route.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import { arrive, type TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let gestor: TestClient;
let admin: TestClient;

townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi, admin, gestor } = town));

describe('cross-site writes', () => {
  it.each([
    ['no token', { 'x-xsrf-token': '' }, 419],
    ['a wrong token', { 'x-xsrf-token': 'x'.repeat(43) }, 419],
    ['cross-site fetch metadata', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a foreign origin', { origin: 'https://elsewhere.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
  ])('a write with %s is refused on every unsafe route', async (_name, headers, status) => {
    const routes = [...server.app.routeTable].flatMap(([url, methods]) =>
      [...methods.keys()].map((method) => ({ url, method })),
    );
    const unsafe = routes.filter(({ method }) => method !== 'GET');
    expect(unsafe.length).toBeGreaterThan(20);
    const taken = [];
    for (const { url, method } of unsafe) {
      const answer = await admin.inject({ method, url: url.replace(/:\w+/, '1'), headers, payload: {} });
      if (answer.statusCode !== status) taken.push(`${method} ${url} ${answer.statusCode}`);
    }
    expect(taken).toEqual([]);
  });
});

describe('unknown addresses', () => {
  it('an unknown address answers 419 to a write without a token, else 404 without the type that means gone (src/sync/promises.md, Drain)', async () => {
    const refused = await admin.inject({ method: 'POST', url: '/api/nowhere', headers: { 'x-xsrf-token': '' } });
    expect(refused.statusCode).toBe(419);
    for (const url of ['/api/nowhere', '/nowhere', '/api/documents/1/nowhere']) {
      const answer = await admin.send('POST', url, { _method: 'PATCH' });
      expect({ url, status: answer.statusCode, body: answer.json() }).toEqual({
        url,
        status: 404,
        body: { message: 'Não encontrado.' },
      });
    }
  });
});

describe('routes', () => {
  it('a route answers no HEAD, so that HEAD reads, views and opens nothing', async () => {
    const document = await createdDocument(admin, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });
    const views = () => world.query(`select 1 from logs where action = 'view'`);
    const before = await views();
    const taken = [];
    for (const [url, methods] of server.app.routeTable) {
      if (!methods.has('GET') || url.includes(':key')) continue;
      const answer = await admin.inject({ method: 'HEAD', url: url.replace(/:\w+/, String(document.id)) });
      if (answer.statusCode !== 405 || answer.body !== '') taken.push(`${url} ${answer.statusCode}`);
    }
    expect(taken).toEqual([]);
    expect(await views()).toEqual(before);
  });

  it('a route that declares no permission stops the start', () => {
    const route = {
      method: 'GET',
      url: '/api/forgotten',
      summary: '',
      handler: async () => null,
    } as unknown as AnyRoute;
    expect(() => mount(server.app, route)).toThrow('GET /api/forgotten does not say who may use it');
  });
});

describe('no person gains a role', () => {
  const form = (fields: Record<string, string>) => ({
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const id = () => String(pmvi.people.ana.id);
  const superAdmin = () => String(pmvi.roles['Super Admin']);

  it.each<[string, () => { payload: string | Buffer | object; headers?: Record<string, string> }]>([
    ['roles[0] in a form', () => form({ 'user_ids[0]': id(), 'roles[0]': superAdmin() })],
    ['roles[] in a form', () => form({ 'user_ids[0]': id(), 'roles[]': superAdmin() })],
    ['roles in a form', () => form({ user_ids: id(), roles: superAdmin() })],
    ['roles[9] in a form', () => form({ 'user_ids[]': id(), 'roles[9]': superAdmin() })],
    ['a name in a form', () => form({ 'user_ids[]': id(), 'roles[0]': 'Super Admin' })],
    [
      'roles[0] behind one that may be given',
      () => form({ 'user_ids[]': id(), 'roles[0]': 'Consulta', 'roles[1]': superAdmin() }),
    ],
    [
      'roles in multipart',
      () =>
        multipart([
          ['user_ids[0]', id()],
          ['roles[0]', superAdmin()],
        ]),
    ],
    ['a list in JSON', () => ({ payload: { user_ids: [id()], roles: [superAdmin()] } })],
    ['a number in JSON', () => ({ payload: { user_ids: [Number(id())], roles: Number(superAdmin()) } })],
    ['a role of another tenant', () => ({ payload: { user_ids: [id()], roles: [world.cmvi.roles.Consulta] } })],
  ])('no person gains a role by %s', async (_name, request) => {
    const answer = await gestor.inject({ method: 'PUT', url: '/api/users', ...request() });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)[0]).toMatch(/^roles/);
    const roles = await world.query('select role_id from user_roles where user_id = $1', [pmvi.people.ana.id]);
    expect(roles).toEqual([{ role_id: pmvi.roles.Servidor }]);
  });

  it('no person gains a role by fields of the own profile that are not on its list', async () => {
    const ana = await world.as(pmvi.people.ana);
    const before = await world.query('select * from users where id = $1', [ana.userId]);
    const answer = await ana.send('PATCH', '/api/profile', {
      roles: [Number(superAdmin())],
      'roles[0]': superAdmin(),
      tenant_id: world.cmvi.id,
      status: 'inactive',
      organization_id: pmvi.sectors.GAB,
      scope_epoch: 99,
      sealing_key: 'x',
      password_hash: 'x',
      deleted_at: 'now',
    });
    expect(answer.statusCode).toBe(200);
    const after = await world.query('select * from users where id = $1', [ana.userId]);
    expect(after).toEqual(before.map((row) => ({ ...(row as object), rev: expect.anything() })));
    expect(answer.json().user.roles.map((role: { name: string }) => role.name)).toEqual(['Servidor']);
  });

  it('a document cannot be created with another author, tenant, number, status or origin', async () => {
    const ana = await world.as(pmvi.people.ana);
    const made = await createdDocument(ana, {
      town: pmvi,
      to: pmvi.people.bia,
      sector: 'SEMED',
      fields: [
        ['created_by', String(pmvi.people.admin.id)],
        ['tenant_id', String(world.cmvi.id)],
        ['number', '777'],
        ['stored_status', 'completed'],
        ['origin_organization_id', String(pmvi.sectors.GAB)],
      ],
    });
    expect(made).toMatchObject({ created_by: ana.userId, status: 'pending', origin: { id: pmvi.sectors.SEMOB } });
    expect(made.number).not.toBe(777);
  });
});

describe('values', () => {
  const alert = (more: object) =>
    admin.send('POST', '/api/alerts', { title: 'Aviso', description: 'd', limit_date: '2031-01-01', ...more });

  it.each([
    ['a day that does not exist', { limit_date: '2025-02-30' }, 'limit_date'],
    ['an instant for a day', { limit_date: '2031-01-01T00:00:00Z' }, 'limit_date'],
    ['NUL', { title: 'a\u0000b' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(101) }, 'title'],
  ])('%s is answered 422', async (_name, more, field) => {
    const answer = await alert(more);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  it.each([0, -1, 2 ** 53, 1.5, '9007199254740993'])('the id %s is answered 422', async (id) => {
    expect((await admin.send('DELETE', '/api/alerts', { alert_ids: [id] })).statusCode).toBe(422);
  });

  it('a body nested 50,000 levels deep is refused, also without a login', async () => {
    const stranger = await arrive(server.app);
    const deep = `{"email":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const answer = await stranger.inject({
      method: 'POST',
      url: '/login',
      payload: deep,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(400);
  });

  it('the values of a form are at most 4 MB together, files not counted', async () => {
    const stranger = await arrive(server.app);
    const fields = Array.from({ length: 5 }, (_, n) => [`f${n}`, 'x'.repeat(1_000_000)] as const);
    const answer = await stranger.inject({ method: 'POST', url: '/login', ...multipart(fields) });
    expect(answer.statusCode).toBe(413);
  });

  it('a form may name as many ids as a bulk call allows (rule H12)', async () => {
    const ids = Array.from({ length: 500 }, (_, n) => ['alert_ids[]', String(900_000 + n)] as const);
    const form = multipart([['_method', 'PATCH'], ['status', '0'], ...ids]);
    const answer = await admin.inject({ method: 'POST', url: '/api/alerts', ...form });
    expect(answer.statusCode).toBe(404);
  });

  it('a day of the year 0 is answered 422', async () => {
    const { id } = (await alert({})).json().alert;
    const answer = await admin.send('PUT', '/api/alerts', { alert_ids: [id], limit_date: '0000-01-01' });
    expect(answer.statusCode).toBe(422);
  });

  it('a search takes at most 200 characters, and takes them literally', async () => {
    expect((await admin.get(`/api/documents?search=${'%25'.repeat(5000)}`)).statusCode).toBe(200);
    expect((await admin.get('/api/documents?search=%25%25%25')).json().total).toBe(0);
  });

  it('a password of more than 256 bytes is refused, at login and when it is set', async () => {
    const long = 'ã'.repeat(129);
    const changed = await admin.send('PATCH', '/api/profile', { password: long, password_confirmation: long });
    expect(changed.statusCode).toBe(422);
    expect(changed.json().errors).toHaveProperty('password');
  });
});

describe('names of files', () => {
  it.each([
    'a\r\nSet-Cookie: x=1.pdf',
    'oficio\u202efdp.pdf',
    '../../../etc/oficio.pdf',
    `${'ç'.repeat(300)}.pdf`,
    'a"b;c.pdf',
  ])('the file name %j comes back harmless', async (name) => {
    const ana = await world.as(pmvi.people.ana);
    const { files } = await createdDocument(ana, {
      town: pmvi,
      to: pmvi.people.bia,
      sector: 'SEMED',
      files: [{ name, content: smallPdf() }],
    });
    const kept = files[0]?.name ?? '';
    expect(kept).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\]/u);
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(255);
    const answer = await ana.get(`/api/documents/get-file-content/${files[0]?.id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=/);
  });

  it('a program with the file name of a document is refused', async () => {
    const ana = await world.as(pmvi.people.ana);
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300, 1)]);
    const answer = await postDocument(ana, {
      town: pmvi,
      to: pmvi.people.bia,
      sector: 'SEMED',
      files: [{ name: 'oficio.pdf', content: program }],
    });
    expect(answer.statusCode).toBe(422);
  });
});
