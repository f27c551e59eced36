// Writing sectors, alerts and subjects: success, each validation, forbidden, other tenant.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AlertRow, DocumentSubjectRow, OrganizationRow } from '#contract/reference-data.ts';
import * as v from 'valibot';
import { townPerFile } from '../harness/fixtures.ts';
import { createdDocument } from '../harness/new-document.ts';
import { idsOf, newDevice, pull } from '../harness/pull.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let world: World;
let pmvi: Town;
let admin: TestClient;
let ana: TestClient;
const now = Date.parse('2026-11-20T15:00:00Z');

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(({ town }) => void ({ world, pmvi, admin, ana } = town));

type Noun = { url: string; name: string; field: string; input: () => object; schema: v.GenericSchema };

const nouns: Noun[] = [
  {
    url: '/api/organizations',
    name: 'organization',
    field: 'organization_ids',
    input: () => ({ name: 'Ouvidoria-Geral', acronym: `O${Math.floor(Math.random() * 1e9)}`, status: 1 }),
    schema: OrganizationRow,
  },
  {
    url: '/api/alerts',
    name: 'alert',
    field: 'alert_ids',
    input: () => ({ title: 'Recesso', limit_date: '2026-12-23', description: 'Plantão.', status: 'active' }),
    schema: AlertRow,
  },
  {
    url: '/api/document-subjects',
    name: 'document_subject',
    field: 'document_subject_ids',
    input: () => ({ name: 'Escala de férias', submission_start_day: 0, submission_end_day: 20 }),
    schema: DocumentSubjectRow,
  },
];

describe.each(nouns)('$url', ({ url, name, field, input, schema }) => {
  const create = async (client = admin) => client.send('POST', url, input());
  const created = async (): Promise<number> => (await create()).json()[name].id;

  it('a row is created, changed field by field, toggled and deleted, and devices receive each change', async () => {
    const device = await pull(ana, newDevice());
    const made = await create();
    expect(made.statusCode).toBe(201);
    const row = v.parse(schema as typeof OrganizationRow, made.json()[name]);
    await pull(ana, device);
    const collection = url.slice(5).replace('-', '_') as 'alerts';
    expect(device.rows.get(`${collection}:${row.id}`)).toMatchObject({ op: 'put', rev: row.rev });

    const changed = await admin.send('POST', url, { _method: 'PUT', [field]: [row.id], status: '0' });
    expect(changed.statusCode).toBe(200);
    expect(changed.json()[name]).toEqual({ ...made.json()[name], status: 'inactive', rev: expect.any(Number) });
    expect(changed.json()[name].rev).toBeGreaterThan(row.rev);

    const other = await created();
    const toggled = await admin.send('PATCH', url, { [field]: [row.id, other], status: 'active' });
    expect(toggled.json()).toEqual({ updated: 2 });
    const deleted = await admin.send('DELETE', url, { [field]: [row.id, other] });
    expect(deleted.json()).toEqual({ deleted: 2 });
    expect((await admin.get(`${url}/${row.id}`)).statusCode).toBe(404);
    await pull(ana, device);
    const gone = device.rows.get(`${collection}:${row.id}`);
    expect(gone?.op === 'delete' || (gone?.op === 'put' && 'deleted' in gone.row && gone.row.deleted)).toBe(true);
  });

  it('PUT takes exactly one id; a bulk write checks each id and does all or nothing (rule H12)', async () => {
    const [one, two] = [await created(), await created()];
    expect((await admin.send('PUT', url, { [field]: [one, two], status: 1 })).statusCode).toBe(422);
    expect((await admin.send('PUT', url, { [field]: [], status: 1 })).statusCode).toBe(422);
    const stranger = await world.as(world.cmvi.people.admin);
    const foreign: number = (await create(stranger)).json()[name].id;
    for (const [method, body] of [
      ['PUT', { [field]: [foreign], status: 0 }],
      ['PATCH', { [field]: [one, foreign], status: 0 }],
      ['DELETE', { [field]: [one, foreign] }],
    ] as const) {
      expect((await admin.send(method, url, body)).statusCode).toBe(404);
    }
    expect((await admin.get(`${url}/${one}`)).json().status).toBe('active');
    expect((await stranger.get(`${url}/${foreign}`)).json().status).toBe('active');
    expect((await admin.get(`${url}/${foreign}`)).statusCode).toBe(404);
  });

  it('a write is forbidden without the permission, also behind a method override', async () => {
    const id = await created();
    for (const [method, body] of [
      ['POST', input()],
      ['POST', { ...input(), _method: 'PUT', [field]: [id] }],
      ['PUT', { [field]: [id], status: 0 }],
      ['PATCH', { [field]: [id], status: 0 }],
      ['DELETE', { [field]: [id] }],
    ] as const) {
      expect((await ana.send(method, url, body)).statusCode, `${method} ${JSON.stringify(body)}`).toBe(403);
    }
  });

  it('a row is created once per key', async () => {
    const request = { method: 'POST', url, payload: input(), headers: { 'idempotency-key': randomUUID() } } as const;
    const first = await admin.inject(request);
    const second = await admin.inject(request);
    expect(second.statusCode).toBe(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.json()).toEqual(first.json());
  });

  it('a replay gets its receipt although the created row is deleted', async () => {
    const key = randomUUID();
    const request = { method: 'POST', url, payload: input(), headers: { 'idempotency-key': key } } as const;
    const first = await admin.inject(request);
    await admin.send('DELETE', url, { [field]: [first.json()[name].id] });
    const second = await admin.inject(request);
    expect(second.statusCode).toBe(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.json().receipt).toMatchObject({ key, result: 'applied', ids: { row_id: first.json()[name].id } });
  });

  it('a list is in alphabetical or date order and searched without accents', async () => {
    const rows: { id: number }[] = (await admin.get(url)).json();
    expect(Array.isArray(rows)).toBe(true);
    expect((await admin.get(`${url}?search=zzzz`)).json()).toEqual([]);
  });
});

describe('rules of each kind', () => {
  const post = (url: string, body: object) => admin.send('POST', url, body);

  it.each<[string, string, object, string]>([
    ['no name', '/api/organizations', { name: ' ', acronym: 'ABC' }, 'name'],
    ['an acronym of one letter (rule H15)', '/api/organizations', { name: 'x', acronym: 'A' }, 'acronym'],
    ['an acronym of 13 (rule H15)', '/api/organizations', { name: 'x', acronym: 'ABCDEFGHIJKLM' }, 'acronym'],
    [
      'an acronym in use, whatever its case (rule H15)',
      '/api/organizations',
      { name: 'x', acronym: 'semob' },
      'acronym',
    ],
    ['an unknown status (rule H11)', '/api/organizations', { name: 'x', acronym: 'XYZ', status: 'maybe' }, 'status'],
    ['a title of 101', '/api/alerts', { title: 'x'.repeat(101), limit_date: '2026-12-01', description: 'd' }, 'title'],
    ['a past date', '/api/alerts', { title: 'x', limit_date: '2026-11-19', description: 'd' }, 'limit_date'],
    ['no real day', '/api/alerts', { title: 'x', limit_date: '2027-02-29', description: 'd' }, 'limit_date'],
    ['no description', '/api/alerts', { title: 'x', limit_date: '2026-12-01' }, 'description'],
    [
      'a start after the end',
      '/api/document-subjects',
      { name: 'x', submission_start_day: 9, submission_end_day: 8 },
      'submission_start_day',
    ],
    ['a day 32', '/api/document-subjects', { name: 'x', submission_end_day: 32 }, 'submission_end_day'],
  ])('a write with %s is refused', async (_name, url, body, field) => {
    const answer = await post(url, body);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  it('a subject stores no window for 0/0, a start of 1 for 0/n, and exempt sectors of the own tenant only (rule C3)', async () => {
    const url = '/api/document-subjects';
    const none = (await post(url, { name: 'a', submission_start_day: 0, submission_end_day: 0 })).json()
      .document_subject;
    expect(none).toMatchObject({ submission_start_day: null, submission_end_day: null });
    const { sectors } = pmvi;
    const some = (
      await post(url, {
        name: 'b',
        submission_start_day: 0,
        submission_end_day: 5,
        submission_date_exempt_organization_ids: [sectors.GAB, sectors.ARQ],
      })
    ).json().document_subject;
    expect(some).toMatchObject({
      submission_start_day: 1,
      submission_end_day: 5,
      exempt_submission_date_organizations: [{ acronym: 'ARQ' }, { acronym: 'GAB' }],
    });
    const foreign = await post(url, { name: 'c', submission_date_exempt_organization_ids: [world.cmvi.sectors.GAB] });
    expect(foreign.statusCode).toBe(422);
    const freed = await admin.send('PUT', url, {
      document_subject_ids: [some.id],
      submission_date_exempt_organization_ids: [],
      submission_start_day: 0,
      submission_end_day: 0,
    });
    expect(freed.json().document_subject).toMatchObject({
      name: 'b',
      submission_end_day: null,
      exempt_submission_date_organizations: [],
    });
  });

  it('inactive subjects, sectors and alerts are hidden from people who do not manage them (rule B12)', async () => {
    const inactive = { status: 0 };
    const subject = (await post('/api/document-subjects', { name: 'Oculto', ...inactive })).json().document_subject;
    const sector = (await post('/api/organizations', { name: 'Oculto', acronym: 'OCULTO', ...inactive })).json()
      .organization;
    const alert = (
      await post('/api/alerts', { title: 'Oculto', limit_date: '2026-12-01', description: 'd', ...inactive })
    ).json().alert;
    for (const [url, id] of [
      ['/api/document-subjects', subject.id],
      ['/api/organizations', sector.id],
      ['/api/alerts', alert.id],
    ] as const) {
      const seen = async (client: TestClient) =>
        ((await client.get(`${url}?search=OCÚLTO`)).json() as { id: number }[]).map((row) => row.id);
      expect(await seen(ana)).toEqual([]);
      expect(await seen(admin)).toEqual([id]);
    }
    expect(idsOf(await pull(ana, newDevice()), 'alerts')).not.toContain(alert.id);
  });

  it('a new sector name reaches the open documents that show it, and a search finds them by it', async () => {
    const document = await createdDocument(ana, { town: pmvi, to: pmvi.people.consulta, sector: 'ARQ' });
    const device = await pull(ana, newDevice());
    await admin.send('PUT', '/api/organizations', { organization_ids: [pmvi.sectors.ARQ], name: 'Arquivo Histórico' });
    await pull(ana, device);
    expect(device.rows.get(`documents:${document.id}`)).toMatchObject({
      row: { organizations: [{ name: 'Arquivo Histórico' }] },
    });
    expect((await ana.get('/api/documents?search=historico')).json().total).toBe(1);
  });

  it('people of a deleted sector have none, and their devices lose the rows it gave sight of (rule B11)', async () => {
    const sector = (await post('/api/organizations', { name: 'Extinto', acronym: 'EXT' })).json().organization;
    await world.query('update users set organization_id = $1 where id = $2', [sector.id, pmvi.people.davi.id]);
    const davi = await world.as(pmvi.people.davi);
    const before = (await davi.get('/api/user')).json();
    expect(before.organization.acronym).toBe('EXT');
    await admin.send('DELETE', '/api/organizations', { organization_ids: [sector.id] });
    const after = (await davi.get('/api/user')).json();
    expect(after.organization).toBeNull();
    expect(Number(after.scope_epoch)).toBe(Number(before.scope_epoch) + 1);
  });
});
