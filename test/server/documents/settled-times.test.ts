// X-Performed-At after a long contact (S157): the login was in contact, so the work would have
// come, unless it waited.

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { townPerFile, type TestTown } from '../harness/fixtures.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let nowMs = Date.parse('2026-11-20T12:00:00Z');
let town: TestTown;
let bia: TestClient;

townPerFile.override('options', { clock: () => nowMs });
townPerFile.beforeAll(({ town: given }) => void (town = given));
beforeEach(async () => {
  nowMs += 10 * DAY_MS;
  bia = await town.world.as(town.pmvi.people.bia);
});

const made = () => createdDocument(town.ana, { town: town.pmvi, to: town.pmvi.people.bia, sector: 'SEMED' });
const at = (ms: number): string => new Date(ms).toISOString();

/**
 * Requests of Bia's device every ten minutes for `minutes` minutes; returns the clock at the end of
 * them.
 */
async function inContactFor(minutes: number, client = bia): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 10) {
    nowMs += 10 * MINUTE_MS;
    expect((await client.get('/api/user')).statusCode).toBe(200);
  }
}

type WriteOptions = { performedAt: number; body?: object; key?: string; login?: string };

function send(document: DocumentFull, { performedAt, body = { content: 'Segue.' }, key, login }: WriteOptions) {
  const headers = {
    'x-performed-at': at(performedAt),
    'idempotency-key': key ?? randomUUID(),
    ...(login === undefined ? {} : { 'x-login': login }),
  };
  return bia.inject({ method: 'PATCH', url: `/api/documents/${document.id}`, payload: body, headers });
}

async function toldOf(document: DocumentFull, sent: WriteOptions) {
  const answer = await send(document, sent);
  expect(answer.statusCode).toBe(200);
  const { interactions } = answer.json<{ document: DocumentFull }>().document;
  const { performed_at, clock_suspect } = interactions.at(-1) ?? {};
  return { performed_at, clock_suspect };
}

const believed = (ms: number) => ({ performed_at: at(ms), clock_suspect: false });
const replaced = () => ({ performed_at: at(nowMs), clock_suspect: true });

describe('the time of work before a long contact', () => {
  it('work of before a contact of half an hour is taken as done when it arrives, and marked', async () => {
    const document = await made();
    const before = nowMs;
    await inContactFor(40);
    nowMs += 5 * DAY_MS;
    expect(await toldOf(document, { performedAt: before })).toEqual(replaced());
    expect(await toldOf(document, { performedAt: nowMs - DAY_MS })).toEqual(believed(nowMs - DAY_MS));
  });

  it('the id of an earlier login dates nothing back to before its contacts', async () => {
    const document = await made();
    const { login_id: login } = (await bia.get('/api/user')).json<{ login_id: string }>();
    const before = nowMs;
    await inContactFor(40);
    nowMs += 150 * MINUTE_MS;
    bia = await town.world.as(town.pmvi.people.bia);
    nowMs += 15 * DAY_MS;
    bia = await town.world.as(town.pmvi.people.bia);
    expect(await toldOf(document, { performedAt: before, login })).toEqual(replaced());
  });

  it('short contacts cost a queue nothing, and neither does work that is made during a contact', async () => {
    const document = await made();
    const before = nowMs;
    for (let times = 0; times < 4; times += 1) {
      await inContactFor(20);
      nowMs += 120 * MINUTE_MS;
    }
    expect(await toldOf(document, { performedAt: before })).toEqual(believed(before));
    await inContactFor(60);
    expect(await toldOf(document, { performedAt: nowMs - 20 * MINUTE_MS })).toEqual(believed(nowMs - 20 * MINUTE_MS));
  });

  it('a command that was refused before keeps its time, and so does what came after it on the same document', async () => {
    const [document, other] = [await made(), await made()];
    const before = nowMs;
    nowMs += 5 * MINUTE_MS;
    const key = randomUUID();
    const refused = await send(document, { performedAt: before, key, body: { responsible_ids: [999_999] } });
    expect(refused.statusCode).toBe(422);
    await inContactFor(60);
    nowMs += 2 * DAY_MS;
    expect(await toldOf(document, { performedAt: before, key })).toEqual(believed(before));
    expect(await toldOf(document, { performedAt: before + MINUTE_MS })).toEqual(believed(before + MINUTE_MS));
    expect(await toldOf(document, { performedAt: before - MINUTE_MS })).toEqual(replaced());
    expect(await toldOf(other, { performedAt: before + MINUTE_MS })).toEqual(replaced());
  });
});
