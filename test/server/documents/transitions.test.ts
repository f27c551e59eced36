// Every row of the transition table (rule A1) over HTTP, and the rules around it (rules A3, A4, A6–A8, A12, A13, D6, D7, E6).

import { beforeEach, describe, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

const START = Date.parse('2026-11-20T15:00:00Z');
const DAY = 86_400_000;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;
let caio: TestClient;
let now = START;

townPerFile.override('options', { clock: () => now });
// The logins are older than what the tests send, so that X-Performed-At is believed (rule A4).
townPerFile.beforeAll(({ town }) => void ({ world, pmvi, ana, bia, caio } = town));
beforeEach(() => {
  now = START;
});

type Made = 'pending' | 'under_review' | 'extended' | 'overdue' | 'completed';

/** From ana to bia, limit 2026-11-25, in the wanted status. */
async function made(status: Made): Promise<DocumentFull> {
  const document = await createdDocument(ana, {
    town: pmvi,
    to: pmvi.people.bia,
    sector: 'SEMED',
    limitDate: '2026-11-25',
  });
  if (status === 'under_review') await bia.get(`/api/documents/${document.id}`);
  if (status === 'extended') await patch(ana, document, { content: 'Prorrogo.', limit_date: '2026-11-26' });
  if (status === 'completed') await patch(ana, document, { status: 'completed' });
  if (status === 'overdue') now = START + 6 * DAY;
  return document;
}

function patch(client: TestClient, document: { id: number }, body: object) {
  return client.send('PATCH', `/api/documents/${document.id}`, body);
}

const transfer = () => ({ responsible_ids: [pmvi.people.caio.id], organization_ids: [pmvi.sectors.GAB] });

async function actionsOf(document: { id: number }): Promise<string[]> {
  const rows = await world.query<{ action: string }>('select action from logs where document_id = $1 order by id', [
    document.id,
  ]);
  return rows.map((row) => row.action).filter((action) => action !== 'view');
}

describe('the transition table', () => {
  it.each<[string, Made, string, string | null]>([
    ['view', 'pending', 'under_review', null],
    ['view', 'extended', 'extended', null],
    ['view', 'overdue', 'overdue', null],
    ['interaction', 'pending', 'under_review', null],
    ['interaction', 'extended', 'extended', null],
    ['interaction', 'overdue', 'overdue', null],
    ['transfer', 'pending', 'under_review', 'transfer'],
    ['transfer', 'under_review', 'under_review', 'transfer'],
    ['transfer', 'extended', 'extended', 'transfer'],
    ['transfer', 'completed', 'completed', 'transfer'],
    ['transfer', 'overdue', 'overdue', 'transfer'],
    ['extension', 'pending', 'extended', 'extension'],
    ['extension', 'under_review', 'extended', 'extension'],
    ['extension', 'extended', 'extended', 'extension'],
    ['complete', 'pending', 'completed', 'completion'],
    ['complete', 'under_review', 'completed', 'completion'],
    ['complete', 'extended', 'completed', 'completion'],
    ['reopen', 'completed', 'under_review', 'reopening'],
    ['reopen', 'overdue', 'under_review', 'reopening'],
  ])('%s on %s gives %s', async (event, from, to, log) => {
    const document = await made(from);
    const before = await actionsOf(document);
    const answer = await {
      view: () => bia.get(`/api/documents/${document.id}`),
      interaction: () => patch(bia, document, { content: '<p>Recebido.</p>' }),
      transfer: () => patch(ana, document, transfer()),
      extension: () => patch(bia, document, { content: 'Solicito prazo.', limit_date: '2026-12-20' }),
      complete: () =>
        patch(bia, document, { status: 'completed', limit_date: from === 'extended' ? '2026-11-26' : '2026-11-25' }),
      reopen: () => patch(ana, document, { status: 'under_review', limit_date: '2026-12-20' }),
    }[event as 'view']();
    expect(answer.statusCode).toBe(200);
    const after: DocumentFull = answer.json().document ?? answer.json();
    expect(after.status).toBe(to);
    expect((await actionsOf(document)).slice(before.length)).toEqual(log === null ? [] : [log]);
    expect(after.rev).toBeGreaterThanOrEqual(document.rev);
  });

  it('a view or text by creator or colleague changes no status', async () => {
    const document = await made('pending');
    expect((await patch(ana, document, { content: 'Lembrete.' })).json().document.status).toBe('pending');
  });

  it('a PATCH with a date and a responsible writes two logs and ends extended (rule D6)', async () => {
    const document = await made('pending');
    const form = multipart(
      [
        ['_method', 'PATCH'],
        ['content', '<p>Encaminho.</p>'],
        ['limit_date', '2026-12-10'],
        ['responsible_ids[]', String(pmvi.people.caio.id)],
        ['organization_ids[]', String(pmvi.sectors.GAB)],
      ],
      [{ name: 'anexo.pdf', content: smallPdf() }],
    );
    const answer = await ana.inject({ method: 'POST', url: `/api/documents/${document.id}`, ...form });
    expect(answer.statusCode).toBe(200);
    const after = answer.json<{ document: DocumentFull }>().document;
    expect(after).toMatchObject({
      status: 'extended',
      limit_date: '2026-12-10',
      files_count: 2,
      interactions_count: 1,
      responsibles: [{ id: pmvi.people.caio.id }],
      organizations: [{ acronym: 'GAB' }],
    });
    expect(new Set(after.facts.responsible_ids_ever)).toEqual(new Set([pmvi.people.bia.id, pmvi.people.caio.id]));
    expect(after.interactions[0]?.files).toMatchObject([{ name: 'anexo.pdf' }]);
    expect(await actionsOf(document)).toEqual(['creation', 'transfer', 'extension']);
    // A search by its new responsible and sector finds the document, and the old responsible still sees it.
    expect(
      (await bia.get('/api/documents?search=rezende gab')).json().data.map((row: DocumentFull) => row.id),
    ).toContain(document.id);
    expect((await caio.get(`/api/documents/${document.id}`)).statusCode).toBe(200);
  });
});

describe('refused transitions', () => {
  it.each<[string, Made, () => object, number, string | null]>([
    ['overdue is not completed (rule A3)', 'overdue', () => ({ status: 'completed' }), 422, 'status'],
    [
      'completing with another date (rule A6)',
      'pending',
      () => ({ status: 'completed', limit_date: '2026-11-28' }),
      422,
      'limit_date',
    ],
    ['completing with a text', 'pending', () => ({ status: 'completed', content: 'Fim.' }), 422, 'content'],
    [
      'reopening an overdue one without a date (rule A7)',
      'overdue',
      () => ({ status: 'under_review' }),
      422,
      'limit_date',
    ],
    [
      'reopening with a past date (rule A7)',
      'overdue',
      () => ({ status: 'under_review', limit_date: '2026-11-25' }),
      422,
      'limit_date',
    ],
    ['an earlier date (rule A8)', 'pending', () => ({ content: 'x', limit_date: '2026-11-24' }), 422, 'limit_date'],
    [
      'a date on an overdue one (rule A13)',
      'overdue',
      () => ({ content: 'x', limit_date: '2026-12-24' }),
      422,
      'limit_date',
    ],
    ['a text on a completed one (rule A13)', 'completed', () => ({ content: 'x' }), 422, 'content'],
    [
      'a transfer with text of a completed one (rule A12)',
      'completed',
      () => ({ ...transfer(), content: 'x' }),
      422,
      'content',
    ],
    ['nothing at all', 'pending', () => ({ content: '<p> </p>' }), 422, 'content'],
    [
      'the same responsible (rule D7)',
      'pending',
      () => ({ responsible_ids: [pmvi.people.bia.id] }),
      422,
      'responsible_ids',
    ],
    ['no responsible', 'pending', () => ({ responsible_ids: [] }), 422, 'responsible_ids'],
    [
      'a responsible of another tenant',
      'pending',
      () => ({ responsible_ids: [world.cmvi.people.caio.id] }),
      422,
      'responsible_ids',
    ],
    [
      'a sector of another tenant',
      'pending',
      () => ({ responsible_ids: [pmvi.people.caio.id], organization_ids: [world.cmvi.sectors.GAB] }),
      422,
      'organization_ids',
    ],
    [
      'a responsible of another sector than the chosen one',
      'pending',
      () => ({ responsible_ids: [pmvi.people.davi.id], organization_ids: [pmvi.sectors.GAB] }),
      422,
      'responsible_ids',
    ],
    ['a day that does not exist', 'pending', () => ({ content: 'x', limit_date: '2027-02-30' }), 422, 'limit_date'],
  ])('a PATCH is refused: %s', async (_name, status, body, code, field) => {
    const document = await made(status);
    const rows = await actionsOf(document);
    const answer = await patch(ana, document, body());
    expect(answer.statusCode).toBe(code);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
    expect(await actionsOf(document)).toEqual(rows);
  });

  it('a person who sees the document but lacks the ability is answered 403', async () => {
    const document = await createdDocument(ana, {
      town: pmvi,
      to: pmvi.people.protocolo,
      sector: 'GAB',
      limitDate: '2026-11-25',
    });
    const admin = await world.as(pmvi.people.admin);
    for (const client of [caio, admin]) {
      for (const [field, body] of [
        ['document', { status: 'completed' }],
        ['responsible_ids', transfer()],
        ['limit_date', { content: 'x', limit_date: '2026-12-20' }],
        // A missing permission is reported before any other fault.
        ['responsible_ids', { ...transfer(), content: 'x', limit_date: '2026-11-21' }],
      ] as const) {
        const answer = await patch(client, document, body);
        expect(answer.statusCode).toBe(403);
        expect(answer.json().type).toBe('forbidden');
        expect(answer.json().errors[field]).toEqual(['Você não pode fazer isso neste documento.']);
      }
    }
  });

  it('a limit date that is sent unchanged causes no log and no status (rule A8)', async () => {
    const document = await made('pending');
    const answer = await patch(ana, document, { content: 'Igual.', limit_date: '2026-11-25' });
    expect(answer.json().document).toMatchObject({ status: 'pending', limit_date: '2026-11-25' });
    expect(await actionsOf(document)).toEqual(['creation']);
  });
});

describe('work done in time counts in time (rule A4)', () => {
  const late = (client: TestClient, document: DocumentFull, more: { body: object; performedAt: string }) =>
    client.inject({
      method: 'PATCH',
      url: `/api/documents/${document.id}`,
      payload: more.body,
      headers: { 'x-performed-at': more.performedAt },
    });

  it('work done in time completes an overdue document as of that day, and both times are stored', async () => {
    const document = await made('overdue');
    const performedAt = '2026-11-25T19:00:00.000Z';
    const answer = await late(bia, document, { body: { status: 'completed' }, performedAt });
    expect(answer.statusCode).toBe(200);
    const log = answer.json<{ document: DocumentFull }>().document.logs.at(-1);
    expect(log).toMatchObject({ action: 'completion', performed_at: performedAt, clock_suspect: false });
    expect(log?.created_at).toBe(new Date(now).toISOString());
  });

  it('the day of work is judged in the tenant’s zone: 25/11 23:30 in São Paulo is 26/11 in UTC', async () => {
    const document = await made('overdue');
    const inTime = await late(bia, document, {
      body: { status: 'completed' },
      performedAt: '2026-11-26T02:30:00.000Z',
    });
    expect(inTime.statusCode).toBe(200);
    now = START;
    const other = await made('overdue');
    const tooLate = await late(bia, other, { body: { status: 'completed' }, performedAt: '2026-11-26T03:30:00.000Z' });
    expect(tooLate.statusCode).toBe(422);
  });

  it('work with an implausible time loses only the grace', async () => {
    const document = await made('overdue');
    const future = '2027-01-01T00:00:00.000Z';
    expect((await late(bia, document, { body: { status: 'completed' }, performedAt: future })).statusCode).toBe(422);
    const reply = await late(bia, document, { body: { content: 'Relógio adiantado.' }, performedAt: future });
    expect(reply.json().document.interactions[0]).toMatchObject({
      clock_suspect: true,
      performed_at: new Date(now).toISOString(),
    });
  });
});

describe('conflicts (rule E6)', () => {
  const basedOn = (document: DocumentFull, responsible: number) => ({
    based_on: { status: document.status, limit_date: document.limit_date, responsible_ids: [responsible] },
  });

  it('a transfer after a transfer gets 409 with the current document, and its text alone is accepted', async () => {
    const document = await made('pending');
    const seen = basedOn(document, pmvi.people.bia.id);
    expect((await patch(ana, document, { ...transfer(), ...seen })).statusCode).toBe(200);
    const second = await patch(bia, document, { responsible_ids: [pmvi.people.davi.id], ...seen });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({
      type: 'conflict',
      code: 'responsible_changed',
      document: { id: document.id, responsibles: [{ id: pmvi.people.caio.id }] },
    });
    expect((await patch(bia, document, { content: 'Só o texto.', ...seen })).statusCode).toBe(200);
  });

  it('a transfer after a completion conflicts with completed_meanwhile', async () => {
    const document = await made('pending');
    const seen = basedOn(document, pmvi.people.bia.id);
    await patch(ana, document, { status: 'completed' });
    const answer = await patch(bia, document, { ...transfer(), ...seen });
    expect(answer.json()).toMatchObject({ type: 'conflict', code: 'completed_meanwhile' });
  });

  it('a repeated completion or reopening succeeds with a note and changes nothing', async () => {
    const document = await made('completed');
    const key = { 'idempotency-key': '3b8f2f5e-3b3d-4d6a-9b0a-7e5f6d7c8a01' };
    const url = `/api/documents/${document.id}`;
    const again = await bia.inject({ method: 'PATCH', url, payload: { status: 'completed' }, headers: key });
    expect(again.statusCode).toBe(200);
    const stands = { user_id: pmvi.people.ana.id, limit_date: document.limit_date };
    expect(again.json().receipt).toMatchObject({ result: 'already_completed', note: stands });
    await patch(ana, document, { status: 'under_review' });
    const reopened = await bia.inject({
      method: 'PATCH',
      url,
      payload: { status: 'under_review' },
      headers: { 'idempotency-key': '3b8f2f5e-3b3d-4d6a-9b0a-7e5f6d7c8a02' },
    });
    expect(reopened.json().receipt).toMatchObject({ result: 'already_open', note: { ...stands, user_id: null } });
    expect(await actionsOf(document)).toEqual(['creation', 'completion', 'reopening']);
  });

  it('of two extensions the later date wins, and the other succeeds with a note', async () => {
    const document = await made('pending');
    const seen = basedOn(document, pmvi.people.bia.id);
    await patch(ana, document, { content: 'Até 20.', limit_date: '2026-12-20', ...seen });
    const earlier = await bia.inject({
      method: 'PATCH',
      url: `/api/documents/${document.id}`,
      payload: { content: 'Até 10.', limit_date: '2026-12-10', ...seen },
      headers: { 'idempotency-key': '3b8f2f5e-3b3d-4d6a-9b0a-7e5f6d7c8a03' },
    });
    expect(earlier.statusCode).toBe(200);
    expect(earlier.json()).toMatchObject({
      receipt: { result: 'later_date_kept', note: { user_id: pmvi.people.ana.id, limit_date: '2026-12-20' } },
      document: { limit_date: '2026-12-20', interactions_count: 2 },
    });
    const { receipt } = earlier.json();
    const replayed = await bia.inject({
      method: 'PATCH',
      url: `/api/documents/${document.id}`,
      payload: { content: 'Até 10.', limit_date: '2026-12-10', ...seen },
      headers: { 'idempotency-key': receipt.key },
    });
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect(replayed.json().receipt).toEqual(receipt);
    expect((await bia.get(`/api/sync/receipts/${receipt.key}`)).json()).toEqual(receipt);
  });

  it('a note on a date that is kept names the person who set it first', async () => {
    const document = await made('completed');
    const seen = basedOn(document, pmvi.people.bia.id);
    await patch(bia, document, { status: 'under_review' });
    const same = await ana.inject({
      method: 'PATCH',
      url: `/api/documents/${document.id}`,
      payload: {
        limit_date: document.limit_date,
        based_on: { ...seen.based_on, limit_date: '2026-01-01', status: 'pending' },
      },
      headers: { 'idempotency-key': '3b8f2f5e-3b3d-4d6a-9b0a-7e5f6d7c8a04' },
    });
    expect(same.json().receipt).toMatchObject({
      result: 'later_date_kept',
      note: { user_id: document.created_by, limit_date: document.limit_date },
    });
  });
});
