// Commands that reach the server late: work that was done in time (rule A4), and work on a document
// that has changed meanwhile (rule E6).

import { beforeEach, describe, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { townPerFile, type TestTown } from '../harness/fixtures.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';
import { actionsOf, documentIn, patch, START_MS, type Status, toCaio } from './in-status.ts';

const clock = { nowMs: START_MS };
let town: TestTown;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;

townPerFile.override('options', { clock: () => clock.nowMs });
// The logins are older than what the tests send, so that X-Performed-At is believed (rule A4).
townPerFile.beforeAll(({ town: given }) => {
  town = given;
  ({ world, pmvi, ana, bia } = town);
});
beforeEach(() => {
  clock.nowMs = START_MS;
});

const made = (status: Status) => documentIn(status, { town, clock });

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
    expect(log?.created_at).toBe(new Date(clock.nowMs).toISOString());
  });

  it('a transfer done in time counts, which only the author may make on an overdue document', async () => {
    const document = await made('overdue');
    const body = { ...toCaio(pmvi), content: 'Segue com o Caio.' };
    const tooLate = await late(bia, document, { body, performedAt: '2026-11-26T12:00:00.000Z' });
    expect(tooLate.json()).toMatchObject({ errors: { responsible_ids: [REFUSAL_TEXT.document_overdue] } });
    const answer = await late(bia, document, { body, performedAt: '2026-11-25T19:00:00.000Z' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json<{ document: DocumentFull }>().document.responsibles.map(({ id }) => id)).toEqual([
      pmvi.people.caio.id,
    ]);
  });

  it('a reopening done in time keeps the date of that day', async () => {
    const document = await made('overdue');
    const completed = { body: { status: 'completed' }, performedAt: '2026-11-25T19:00:00.000Z' };
    expect((await late(bia, document, completed)).statusCode).toBe(200);
    const body = { status: 'under_review' };
    expect((await late(bia, document, { body, performedAt: '2026-11-26T12:00:00.000Z' })).statusCode).toBe(422);
    expect((await late(bia, document, { body, performedAt: '2026-11-25T20:00:00.000Z' })).statusCode).toBe(200);
  });

  it('the day of work is judged in the tenant’s zone: 25/11 23:30 in São Paulo is 26/11 in UTC', async () => {
    const document = await made('overdue');
    const inTime = await late(bia, document, {
      body: { status: 'completed' },
      performedAt: '2026-11-26T02:30:00.000Z',
    });
    expect(inTime.statusCode).toBe(200);
    clock.nowMs = START_MS;
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
      performed_at: new Date(clock.nowMs).toISOString(),
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
    expect((await patch(ana, document, { ...toCaio(pmvi), ...seen })).statusCode).toBe(200);
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
    const answer = await patch(bia, document, { ...toCaio(pmvi), ...seen });
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
    expect(await actionsOf(world, document)).toEqual(['creation', 'completion', 'reopening']);
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
