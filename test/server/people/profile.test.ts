// The own account, the tenant and reassignment (rules A14, H5–H10, H15).

import { keepLooks } from '#server/jobs/keep-document-rows.ts';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { multipart, type Upload } from '../harness/multipart.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type Person, type Town, type World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let admin: TestClient;

beforeEach(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  pmvi = world.pmvi;
  ana = await world.as(pmvi.people.ana);
  admin = await world.as(pmvi.people.admin);
});
afterEach(async () => {
  await world.close();
  await server.close();
});

const picture = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#f5b301' } })
    .withExif({ IFD0: { Artist: 'SEGREDO' } })
    [format]()
    .toBuffer();

const send = (
  client: TestClient,
  to: { url: string; fields: readonly (readonly [string, string])[]; uploads?: readonly Upload[] },
) =>
  client.inject({ method: 'POST', url: to.url, ...multipart([['_method', 'PATCH'], ...to.fields], to.uploads ?? []) });

const profile = (client: TestClient, fields: readonly (readonly [string, string])[], uploads?: readonly Upload[]) =>
  send(client, { url: '/api/profile', fields, ...(uploads === undefined ? {} : { uploads }) });

describe('the profile', () => {
  it('an unchanged profile waits for the person’s row before it takes the tenant’s number, which other writes need', async () => {
    await world.query('begin');
    await world.query('update users set scope_epoch = scope_epoch where id = $1', [pmvi.people.ana.id]);
    const nothing = ana.send('PATCH', '/api/profile', {});
    await expect
      .poll(async () => {
        await world.query('select pg_stat_clear_snapshot()');
        return world.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
      })
      .toHaveLength(1);
    await world.query(`set local lock_timeout = '2s'`);
    await world.query('update counters set value = value + 1 where tenant_id = $1', [pmvi.id]);
    await world.query('commit');
    expect((await nothing).statusCode).toBe(200);
  });

  it('a profile write changes name and e-mail and answers the session’s user', async () => {
    const typed = 'nova-senha';
    await profile(ana, [['password', typed]]);
    const answer = await profile(ana, [
      ['name', 'Anahí'],
      ['email', 'anahi@pmvi.example'],
      ['password_current', typed],
    ]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().user).toMatchObject({ name: 'Anahí', email: 'anahi@pmvi.example', last_name: 'Peçanha' });
    expect((await ana.get('/api/user')).json()).toMatchObject({ name: 'Anahí' });
    const taken = [['email', 'bia@cmvi.example'] as const, ['password_current', typed] as const];
    expect((await profile(ana, taken)).json().errors).toHaveProperty('email');
    expect((await profile(ana, [['name', ' ']])).json().errors).toHaveProperty('name');
  });

  it('a profile write moves the sector of a Super Admin only, whatever else is sent', async () => {
    const { SEMED } = pmvi.sectors;
    const sent = [
      ['organization_id', String(SEMED)],
      ['roles[0]', 'Super Admin'],
      ['status', '0'],
      ['tenant_id', '1'],
    ] as const;
    expect((await profile(ana, sent)).json().user).toMatchObject({
      organization: { acronym: 'SEMOB' },
      roles: [{ name: 'Servidor' }],
    });
    expect((await profile(admin, sent)).json().user).toMatchObject({ organization: { acronym: 'SEMED' } });
  });

  it('a new password in the profile ends the other sessions, and a weak one is refused (rules H5, H6)', async () => {
    const other = await world.as(pmvi.people.ana);
    expect((await profile(ana, [['password', '12345']])).json().errors).toHaveProperty('password');
    for (const password of ['ANA@pmvi.example', '123456'])
      expect((await profile(ana, [['password', password]])).json().errors).toHaveProperty('password');
    const unequal = await profile(ana, [
      ['password', 'nova-senha'],
      ['password_confirmation', 'outra-senha'],
    ]);
    expect(unequal.json().errors).toHaveProperty('password_confirmation');
    expect(
      (
        await profile(ana, [
          ['password', 'nova-senha'],
          ['password_confirmation', 'nova-senha'],
        ])
      ).statusCode,
    ).toBe(200);
    expect((await ana.get('/api/user')).statusCode).toBe(200);
    expect((await other.get('/api/user')).statusCode).toBe(401);
    expect((await server.login('ana@pmvi.example', 'nova-senha')).userId).toBe(pmvi.people.ana.id);
  });

  it('a photo is stored re-encoded, shown to the tenant only, and deleted (rule H10)', async () => {
    const photo = { name: 'foto.png', content: await picture('png'), field: 'image' };
    const answer = await profile(ana, [], [photo]);
    expect(answer.statusCode).toBe(200);
    const path: string = answer.json().user.image;
    const bia = await world.as(pmvi.people.bia);
    const shown = await bia.get(path);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' });
    expect(shown.rawPayload.includes('SEGREDO')).toBe(false);
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512 });
    expect((await bia.get('/api/users')).body).toContain(path);
    const [own] = await world.query<{ key: string }>('select image_key as key from users where image_key is not null');
    const stored: string[] = [];
    for await (const key of server.services.files.list()) stored.push(key);
    expect(stored).toEqual([own?.key]);
    expect((await (await world.as(world.cmvi.people.admin)).get(path)).statusCode).toBe(404);
    expect((await server.app.inject({ method: 'GET', url: path })).statusCode).toBe(401);
    expect((await profile(ana, [['delete_image', '1']])).json().user.image).toBeNull();
    expect((await bia.get(path)).statusCode).toBe(404);
  });

  it('a photo is stored when its author’s rights change while it arrives', async () => {
    const photo = { name: 'foto.png', content: await picture('png'), field: 'image' };
    const { payload, headers } = multipart([['_method', 'PATCH']], [photo]);
    const parts = async function* (): AsyncGenerator<Buffer> {
      yield payload.subarray(0, -1);
      await admin.send('PUT', '/api/users', { user_ids: [pmvi.people.ana.id], roles: ['Consulta'] });
      yield payload.subarray(-1);
    };
    const answer = await ana.inject({
      method: 'POST',
      url: '/api/profile',
      headers: { ...headers, 'content-length': String(payload.length) },
      payload: Readable.from(parts(), { objectMode: false }),
    });
    expect([answer.statusCode, answer.json().user?.roles]).toMatchObject([200, [{ name: 'Consulta' }]]);
    expect((await admin.get(answer.json().user.image)).statusCode).toBe(200);
  });

  it.each<[string, () => Promise<Buffer | string>]>([
    ['an SVG', async () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a text', async () => 'não é imagem'],
    ['a broken picture', async () => (await picture('png')).subarray(0, 200)],
  ])('the photo is refused: %s', async (_name, content) => {
    const answer = await profile(ana, [], [{ name: 'foto.png', content: await content(), field: 'image' }]);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toHaveProperty('image');
  });
});

describe('the tenant', () => {
  const tenant = (
    client: TestClient,
    fields: readonly (readonly [string, string])[],
    uploads: readonly Upload[] = [],
  ) => send(client, { url: '/api/tenants', fields, uploads });

  it('a Super Admin changes the tenant, with a logo, and tickets are found by the new acronym', async () => {
    const document = await createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });
    const logo = { name: 'logo.jpg', content: await picture('jpeg'), field: 'logo' };
    const answer = await tenant(
      admin,
      [
        ['name', 'Prefeitura'],
        ['acronym', 'PVI'],
        ['sector', 'private'],
      ],
      [logo],
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.json().tenant).toMatchObject({ name: 'Prefeitura', acronym: 'PVI', sector: 'private' });
    expect((await ana.get(answer.json().tenant.logo)).headers['content-type']).toBe('image/webp');
    expect((await ana.get('/api/documents?search=PVI001')).json().data).toMatchObject([{ id: document.id }]);
    const found = await ana.get('/api/documents?search=pvi001 interdicao');
    expect(found.json().total).toBe(1);
    const neighbour = await world.as(world.cmvi.people.ana);
    expect((await neighbour.get('/api/user')).json().tenant.name).toBe('Órgão CMVI');
  });

  it('no tenant looks like another one, in whatever alphabet, and its acronym has A to Z and digits (S154)', async () => {
    await keepLooks(server);
    const errors = async (fields: Parameters<typeof tenant>[1]) =>
      Object.keys((await tenant(admin, fields)).json().errors ?? {});
    const [other] = await world.query<{ name: string }>(`select name from tenants where acronym = 'CMVI'`);
    for (const acronym of ['СMVI', 'CMVÍ', 'CMV1', 'CMVl', 'C-MVI', 'cmvi'])
      expect([acronym, await errors([['acronym', acronym]])]).toEqual([acronym, ['acronym']]);
    const name = other?.name ?? '';
    for (const like of [name, name.toUpperCase(), ` ${name}. `, name.replaceAll('a', 'а'), `${name}\u0301`])
      expect([like, await errors([['name', like]])]).toEqual([like, ['name']]);
    expect((await tenant(admin, [['acronym', 'pvx']])).json().tenant).toMatchObject({ acronym: 'PVX' });
    await tenant(admin, [['acronym', 'PMVI']]);
  });

  it('a tenant refuses an acronym in use, an empty name, and a write by any other role', async () => {
    expect((await tenant(admin, [['acronym', 'CMVI']])).json().errors).toHaveProperty('acronym');
    expect((await tenant(admin, [['name', '']])).json().errors).toHaveProperty('name');
    expect((await tenant(admin, [['sector', 'mixed']])).json().errors).toHaveProperty('sector');
    expect((await tenant(ana, [['name', 'x']])).statusCode).toBe(403);
  });
});

describe('reassigning a document (rule A14)', () => {
  const reassign = (client: TestClient, document: { id: number }, to: Person, more: object = {}) =>
    client.send('POST', `/api/documents/${document.id}/reassign`, {
      responsible_ids: [to.id],
      reason: 'O responsável saiu do setor.',
      ...more,
    });

  it('a Super Admin reassigns any stuck document, with a logged reason', async () => {
    const document = await createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });
    const answer = await reassign(admin, document, pmvi.people.caio);
    expect(answer.statusCode).toBe(200);
    const after = answer.json<{ document: DocumentFull }>().document;
    expect(after).toMatchObject({
      status: 'under_review',
      responsibles: [{ id: pmvi.people.caio.id }],
      organizations: [{ acronym: 'GAB' }],
    });
    expect(after.logs.at(-1)).toMatchObject({
      action: 'transfer',
      reason: 'O responsável saiu do setor.',
      creator: { id: pmvi.people.admin.id },
    });
  });

  it('a manager reassigns documents inside the own sector only', async () => {
    const gestor = await world.as(pmvi.people.gestor);
    const bia = await world.as(pmvi.people.bia);
    const own = await createdDocument(bia, { town: pmvi, to: pmvi.people.ana, sector: 'SEMOB' });
    expect((await reassign(gestor, own, pmvi.people.bia)).json().errors).toHaveProperty('responsible_ids');
    expect(
      (await reassign(gestor, own, pmvi.people.gestor, { organization_ids: [pmvi.sectors.GAB] })).json().errors,
    ).toHaveProperty('organization_ids');
    expect((await reassign(gestor, own, pmvi.people.gestor)).statusCode).toBe(200);
    const sent = await createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });
    expect((await reassign(gestor, sent, pmvi.people.gestor)).statusCode).toBe(403);
    const unseen = await createdDocument(bia, { town: pmvi, to: pmvi.people.caio, sector: 'GAB' });
    expect((await reassign(gestor, unseen, pmvi.people.gestor)).statusCode).toBe(404);
  });

  it('a reassignment needs a reason, another person, and the permission', async () => {
    const document = await createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });
    expect((await reassign(admin, document, pmvi.people.caio, { reason: ' ' })).json().errors).toHaveProperty('reason');
    expect((await reassign(admin, document, pmvi.people.bia)).json().errors).toHaveProperty('responsible_ids');
    expect((await reassign(ana, document, pmvi.people.caio)).statusCode).toBe(403);
    const stranger = await world.as(world.cmvi.people.admin);
    expect((await reassign(stranger, document, world.cmvi.people.caio)).statusCode).toBe(404);
  });
});
