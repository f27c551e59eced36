// Accesses are recorded (S229): each way by which bytes reach a person leaves its event, and the
// audit tells them without content.

import type { AuditPage } from '#contract/accesses.ts';
import { AUDIT_SHEET_MAX } from '#domain/accesses.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let admin: TestClient;
let ana: TestClient;

beforeEach(async () => {
  // A refusal is recorded once a minute, and no minute ends within a test.
  let now = Math.floor(Date.now() / 60_000) * 60_000;
  server = await startTestServer({ clock: () => now++ });
  world = await createWorld(server);
  admin = await world.as(world.pmvi.people.admin);
  ana = await world.as(world.pmvi.people.ana);
});
afterEach(async () => {
  await world.close();
  await server.close();
});

type Event = { kind: string; user_id: number; document_id: number | null; act: string | null; fields: string[] };
const events = (where = 'true'): Promise<Event[]> =>
  world.query<Event>(
    `select kind, user_id, document_id, act, fields from access_events where ${where} order by arrived_at, file_id nulls last`,
  );

const TITLE = 'Laudo sigiloso de teste';

/**
 * A document from Ana to Bia with one file; its text and title are marks that no event may have.
 */
async function written(): Promise<{ id: number; number: number; file: number }> {
  const { pmvi } = world;
  const made = { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', title: TITLE } as const;
  const { id, number } = await createdDocument(ana, made);
  const [file] = await world.query<{ id: number }>('select id::float8 as id from files where document_id = $1', [id]);
  return { id, number, file: file?.id ?? 0 };
}

const audit = async (path: string, client = admin): Promise<AuditPage> => {
  const answer = await client.get(`/api/audit/${path}`);
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 });
  return answer.json<AuditPage>();
};
const kinds = ({ accesses }: AuditPage): string[] => accesses.map((one) => one.kind);

describe('what is recorded', () => {
  it('a download, once for each, with its file; a refused one with none of its bytes', async () => {
    const { id, file } = await written();
    expect((await ana.get(`/api/documents/get-file-content/${file}`)).statusCode).toBe(200);
    const stranger = await world.as(world.pmvi.people.caio);
    expect((await stranger.get(`/api/documents/get-file-content/${file}`)).statusCode).toBe(404);
    expect((await stranger.get(`/api/documents/${id}`)).statusCode).toBe(404);
    expect((await stranger.get(`/api/documents/${id}`)).statusCode).toBe(404);
    expect((await stranger.get('/api/documents/999999')).statusCode).toBe(404);
    expect(await events()).toMatchObject([
      { kind: 'file', user_id: ana.userId, document_id: id },
      { kind: 'refused', user_id: stranger.userId, document_id: id },
      { kind: 'refused', user_id: stranger.userId, document_id: id },
    ]);
  });

  it('what permissions refuse, by its route', async () => {
    await ana.send('POST', '/api/organizations', { name: 'Nova', acronym: 'NOVA' });
    expect(await events()).toMatchObject([{ kind: 'refused', act: 'POST /api/organizations', document_id: null }]);
  });

  it('details that go to a device: once for each person, document and day', async () => {
    const { id } = await written();
    const bia = await world.as(world.pmvi.people.bia);
    for (const client of [bia, bia, ana]) await client.get(`/api/sync/documents?ids=${id}`);
    expect(await events(`kind = 'copy'`)).toHaveLength(2);
  });

  it('acts on people, roles and the organization, with names of fields and no values', async () => {
    const { bia } = world.pmvi.people;
    await admin.send('POST', '/api/organizations', { name: 'Secretaria Nova', acronym: 'NOVA' });
    await admin.send('PATCH', '/api/users', { user_ids: [bia.id], status: 'inactive' });
    await admin.send('PATCH', '/api/tenants', { name: 'Prefeitura de Outro Nome' });
    const [organization, user, tenant] = await events(`kind = 'act'`);
    expect(organization).toMatchObject({ act: 'create-organization', fields: ['name', 'acronym', 'status:active'] });
    expect(user).toMatchObject({ act: 'toggle-users', fields: ['status:inactive'] });
    expect(tenant).toMatchObject({ act: 'update-tenant', fields: ['name'] });
    const [act] = (await audit('acts')).accesses.filter((one) => one.act === 'toggle-users');
    expect(act?.about).toEqual(['Bia d’Ávila']);
  });

  it('a sheet that is exported, with its number of lines', async () => {
    await admin.get('/api/organizations/export');
    expect(await events()).toMatchObject([{ kind: 'export', act: 'export-organizations' }]);
  });

  it('no event has content', async () => {
    const { id, file } = await written();
    await ana.get(`/api/documents/get-file-content/${file}`);
    await ana.get(`/api/sync/documents?ids=${id}`);
    await admin.send('PATCH', '/api/tenants', { name: 'Prefeitura de Nome Marcado' });
    const rows = await world.query<{ row: string }>('select access_events::text as row from access_events');
    expect(rows.length).toBeGreaterThan(2);
    for (const { row } of rows) expect(row).not.toMatch(/sigiloso|Segue|oficio\.pdf|Marcado/);
  });
});

describe('a batch of a device', () => {
  const batch = (documentId: number) => ({
    events: [
      { kind: 'print', performed_at: '2026-11-26T12:00:00.000Z', document_id: documentId, offline: true },
      { kind: 'zip', performed_at: new Date().toISOString(), document_id: documentId, amount: 3 },
    ],
  });
  const send = (client: TestClient, { body, key }: { body: object; key: string }) =>
    client.inject({ method: 'POST', url: '/api/access-events', payload: body, headers: { 'idempotency-key': key } });

  it('is recorded once, however often it is sent', async () => {
    const { id } = await written();
    const once = { body: batch(id), key: randomUUID() };
    for (const expected of [201, 201, 201]) expect((await send(ana, once)).statusCode).toBe(expected);
    expect(await events(`kind in ('print', 'zip')`)).toHaveLength(2);
  });

  it.each([
    ['no event', { events: [] }],
    ['an unknown kind', { events: [{ kind: 'act', performed_at: '2026-11-26T12:00:00.000Z' }] }],
    ['no hour', { events: [{ kind: 'print' }] }],
    ['more than a batch', { events: Array.from({ length: 101 }, () => batch(1).events[0]) }],
  ])('%s is refused, and nothing is recorded', async (_name, body) => {
    expect((await send(ana, { body, key: randomUUID() })).statusCode).toBe(422);
    expect(await events()).toEqual([]);
  });

  it('an impossible hour is that of the arrival, and says so', async () => {
    const { id } = await written();
    const body = { events: [{ kind: 'print', performed_at: '2199-01-01T00:00:00.000Z', document_id: id }] };
    await send(ana, { body, key: randomUUID() });
    const [event] = (
      await audit(`documents/${(await world.query<{ number: number }>('select number from documents'))[0]?.number}`)
    ).accesses;
    expect(event).toMatchObject({ kind: 'print', clock_suspect: true });
  });
});

describe('the audit', () => {
  it('tells who saw a document, why they may, and who tried', async () => {
    const { id, number, file } = await written();
    const bia = await world.as(world.pmvi.people.bia);
    const stranger = await world.as(world.pmvi.people.caio);
    await bia.inject({
      method: 'GET',
      url: `/api/documents/${id}`,
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    });
    await bia.get(`/api/documents/get-file-content/${file}`);
    await stranger.get(`/api/documents/${id}`);
    const page = await audit(`documents/${number}`);
    expect(page.document).toMatchObject({ id, number, title: TITLE });
    expect(page.sums).toMatchObject({ total: 3, people: 1, sectors: 1, files: 1, refused: 1 });
    expect(kinds(page).toSorted()).toEqual(['file', 'refused', 'view']);
    const [view] = page.accesses.filter((one) => one.kind === 'view');
    expect(view).toMatchObject({ reason: 'responsible', role: 'Servidor', person: { name: 'Bia' } });
    expect(page.accesses.find((one) => one.kind === 'file')?.file).toBe('oficio.pdf');
    expect(page.accesses.find((one) => one.kind === 'refused')).toMatchObject({ reason: null });
    expect(kinds(await audit(`documents/${number}?kind=refused`))).toEqual(['refused']);
  });

  it('tells what a person saw in a period, and reading it is an event', async () => {
    const { file } = await written();
    await ana.get(`/api/documents/get-file-content/${file}`);
    const page = await audit(`people/${ana.userId}`);
    expect(page.sums).toMatchObject({ total: 1, documents: 1, files: 1 });
    expect(kinds(await audit(`people/${ana.userId}?to=2026-01-31&from=2026-01-01`))).toEqual([]);
    expect(await events(`kind = 'audit'`)).toMatchObject([{ act: 'audit-user' }, { act: 'audit-user' }]);
    expect((await admin.get(`/api/audit/people/${ana.userId}?from=2024-01-01&to=2026-01-01`)).statusCode).toBe(422);
    expect((await admin.get(`/api/audit/people/${ana.userId}?from=2026-02-01&to=2026-01-01`)).statusCode).toBe(422);
  });

  it('its pages together are the whole log, newest first, from whichever end they are read', async () => {
    // Copies of a day have the hour of its beginning in their key and their own hour on the page.
    await world.query(
      `insert into access_events (tenant_id, at, arrived_at, user_id, kind)
      select $1, case when g % 3 = 0 then t.day else t.at end, t.at, $2,
        case when g % 3 = 0 then 'copy' else 'file' end
      from generate_series(0, 179) g cross join lateral (select d.day, d.day + interval '20 minutes' * (1 + g % 40) as at
        from (select timestamptz '2026-03-01T03:00Z' + interval '1 day' * (g / 40) as day) d) t`,
      [world.pmvi.id, ana.userId],
    );
    const period = 'from=2026-03-01&to=2026-03-31';
    const pages: AuditPage[] = [];
    for (const page of [1, 2, 3, 4, 5]) pages.push(await audit(`people/${ana.userId}?${period}&page=${page}`));
    expect(pages.map(({ accesses }) => accesses.length)).toEqual([50, 50, 50, 30, 0]);
    const hours = pages.flatMap(({ accesses }) => accesses.map(({ at }) => at));
    expect(hours).toEqual(hours.toSorted().toReversed());
    expect(new Set(hours).size).toBe(180);
    expect(pages[0]?.sums).toMatchObject({ total: 180, people: 1, files: 120 });
  });

  it('a sheet has all accesses, or is refused before it leaves', async () => {
    const add = (count: number) =>
      world.query(
        `insert into access_events (tenant_id, at, arrived_at, user_id, kind)
          select $1, t.at, t.at, $2, 'file' from generate_series(1, ${count}) g
            cross join lateral (select timestamptz '2026-05-04T12:00Z' + interval '1 second' * g as at) t`,
        [world.pmvi.id, ana.userId],
      );
    const sheet = () => admin.get(`/api/audit/people/${ana.userId}?from=2026-05-01&to=2026-05-31&format=csv`);
    await add(AUDIT_SHEET_MAX);
    const whole = await sheet();
    expect(whole.body.trim().split('\r\n')).toHaveLength(1 + AUDIT_SHEET_MAX);
    const before = await events(`kind = 'audit'`);
    await add(1);
    const refused = await sheet();
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { errors: { from: ['O CSV tem no máximo 20 mil linhas. Escolha um período menor.'] } },
    ]);
    expect(refused.headers['content-disposition']).toBeUndefined();
    expect(await events(`kind = 'audit'`)).toEqual(before);
  });

  it('an auditor who does not see the document gets no title and no name of a file', async () => {
    const { number, file } = await written();
    await ana.get(`/api/documents/get-file-content/${file}`);
    await world.query(`update roles set permissions = permissions || '{read_audit}' where name = 'Consulta'`);
    const auditor = await world.as(world.pmvi.people.consulta);
    const page = await audit(`documents/${number}`, auditor);
    expect(page.document).toMatchObject({ number, title: null });
    expect(JSON.stringify(page)).not.toMatch(/sigiloso|oficio\.pdf/);
    const sheet = await auditor.get(`/api/audit/documents/${number}?format=csv`);
    expect(sheet.headers['content-type']).toContain('text/csv');
    expect(sheet.body).toContain('Ana Peçanha');
    expect(sheet.body).not.toMatch(/sigiloso|oficio\.pdf/);
  });

  it('another tenant has neither the document nor the person', async () => {
    const { number } = await written();
    const other = await world.as(world.cmvi.people.admin);
    expect((await other.get(`/api/audit/documents/${number}`)).statusCode).toBe(404);
    expect((await other.get(`/api/audit/people/${ana.userId}`)).statusCode).toBe(404);
    expect(kinds(await audit('acts', other))).toEqual([]);
  });

  it('without the permission nothing is told', async () => {
    for (const path of ['documents/1', 'people/1', 'acts'])
      expect((await ana.get(`/api/audit/${path}`)).statusCode).toBe(403);
  });
});

describe('the table', () => {
  it('has a partition for this month and two more, and the next are made once', async () => {
    const made = (day: string) => world.query<{ n: number }>(`select ensure_access_months($1::date, 1) as n`, [day]);
    expect(await made('2031-05-17')).toEqual([{ n: 2 }]);
    expect(await made('2031-05-30')).toEqual([{ n: 0 }]);
    const months = await world.query<{ name: string }>(
      `select relname as name from pg_class where relname like 'access_events_2031%' and relkind = 'r' order by 1`,
    );
    expect(months.map(({ name }) => name)).toEqual(['access_events_2031_05', 'access_events_2031_06']);
  });

  it('a month whose events came before its partition keeps them', async () => {
    const { id } = world.pmvi;
    await world.query(
      `insert into access_events (tenant_id, at, user_id, kind) values ($1, '2032-01-05', 1, 'print')`,
      [id],
    );
    expect(await world.query(`select ensure_access_months('2032-01-01'::date, 0) as n`)).toEqual([{ n: 0 }]);
    expect(await events(`at >= '2032-01-01'`)).toHaveLength(1);
  });
});
