// GET /api/sync/changes?rows=compact over the demonstration's documents: the same rows as without it (S103).

import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompactPage } from '#contract/compact-page.ts';
import type { DocumentRow } from '#contract/documents.ts';
import { readPage } from '../../builders/read-page.ts';
import { type ChangesPage, FIRST_SCREEN, HEADERS, SESSION, type WirePage } from '#contract/sync.ts';
import { ENOUGH } from '#mirror/questions/first-copy.ts';
import { keepDocumentRows } from '#server/jobs/keep-document-rows.ts';
import { SCREEN_PAGE } from '#sync/pull.ts';
import { uuid } from '../../builders/build-command.ts';
import { rowBytesOf } from '../../builders/row-bytes.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';

let server: TestServer;
let admin: TestClient;
/** The clock stands still, so that two answers to one question are equal. */
const now = Date.now();

beforeAll(async () => {
  server = await startTestServer({ demo: true, clock: () => now });
  admin = await server.login('admin@pmvi.example');
  await keepDocumentRows(server.services);
});
afterAll(() => server.close());

type Both = { readonly full: ChangesPage; readonly compact: CompactPage };

async function asked(client: TestClient, query: Readonly<Record<string, string>>): Promise<string> {
  const answer = await client.get(`/api/sync/changes?${new URLSearchParams(query)}`);
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

/** Asks for each page in both forms, to the end, and compares them row by row. */
async function walkBoth(client: TestClient, { from, limit }: { from?: string; limit: number }): Promise<Both[]> {
  const pages: Both[] = [];
  for (let cursor = from; ; cursor = pages.at(-1)?.full.next_cursor) {
    const query = { limit: String(limit), ...(cursor === undefined ? {} : { cursor }) };
    const said: unknown = JSON.parse(await asked(client, query));
    const full = readPage(said);
    if (full === null) throw new Error('a full page is not readable');
    const rows = (said as WirePage).changes.filter(({ collection }) => collection !== SESSION);
    expect(full.changes).toEqual(rows);
    const compact = v.parse(CompactPage, JSON.parse(await asked(client, { ...query, rows: 'compact' })));
    const read = readPage(compact);
    expect(read?.changes.map((one) => `${one.collection}:${one.id}`)).toEqual(
      full.changes.map((one) => `${one.collection}:${one.id}`),
    );
    for (const [at, change] of full.changes.entries()) expect(read?.changes[at]).toEqual(change);
    expect(read).toEqual(full);
    pages.push({ full, compact });
    if (!full.has_more) return pages;
  }
}

const documentsOf = (pages: readonly Both[]): DocumentRow[] =>
  pages
    .flatMap(({ full }) => full.changes)
    .flatMap((one) => (one.collection === 'documents' && one.op === 'put' ? [one.row] : []));

async function done(answer: Promise<{ statusCode: number; body: string }>): Promise<void> {
  const { statusCode, body } = await answer;
  if (statusCode >= 300) throw new Error(`a change answered ${statusCode}: ${body}`);
}

describe('the compact form of the feed', () => {
  it('a whole walk brings the same rows in both forms, whatever the size of its pages', async () => {
    const field = await server.login('campo.defciv@pmvi.example');
    const large = await walkBoth(field, { limit: 500 });
    expect(large.map(({ full }) => full.snapshot)).toEqual([true, false]);
    const small = await walkBoth(field, { limit: 30 });
    expect(small.length).toBeGreaterThan(4);
    expect(documentsOf(small)).toEqual(documentsOf(large));
  });

  it("the page ahead of a walk has the town's alerts and the documents of first rows, and the walk begins after it", async () => {
    const ask = { limit: String(SCREEN_PAGE), rows: 'compact', first: FIRST_SCREEN };
    const page = JSON.parse(await asked(admin, ask)) as ChangesPage;
    const documents = page.changes.filter((change) => change.collection === 'documents');
    const others = page.changes.filter((change) => change.collection !== 'documents');
    expect(others.length).toBeGreaterThan(0);
    expect(new Set(others.map((change) => change.collection))).toEqual(new Set(['alerts']));
    expect(documents.length).toBeGreaterThanOrEqual(ENOUGH);
    expect(page).toMatchObject({ snapshot: true, has_more: true });
    const walk = async (more: Record<string, string>) =>
      (JSON.parse(await asked(admin, { limit: '500', rows: 'compact', ...more })) as ChangesPage).changes;
    const after = await walk({ cursor: page.next_cursor, first: FIRST_SCREEN });
    expect(after).toEqual(await walk({}));
    const inWalk = after.filter((change) => change.collection === 'documents');
    expect(documents.map((change) => change.rev)).toEqual(
      inWalk.slice(0, documents.length).map((change) => change.rev),
    );
  });

  it('names that changed, people and sectors that are gone, moved documents and own commands are the same in both forms', async () => {
    const before = await walkBoth(admin, { limit: 500 });
    const rows = documentsOf(before);
    const open = rows.filter((row) => row.stored_status !== 'completed');
    const responsibleOf = (row: DocumentRow | undefined): number => row?.responsibles[0]?.id ?? 0;
    const isOften = (row: DocumentRow): boolean =>
      rows.some((other) => other.stored_status === 'completed' && responsibleOf(other) === responsibleOf(row));
    const known = open.find((row) => isOften(row) && responsibleOf(row) !== admin.userId);
    const renamed = responsibleOf(known);
    const others = open.filter((row) => ![renamed, admin.userId].includes(responsibleOf(row)));
    const gone = responsibleOf(others[0]);
    const away = responsibleOf(others.find((row) => responsibleOf(row) !== gone));
    const sector = known?.organizations[0];
    await done(admin.send('PUT', '/api/users', { user_ids: [renamed], name: 'Outro', last_name: 'Nome' }));
    await done(
      admin.send('PUT', '/api/organizations', {
        organization_ids: [sector?.id],
        name: `${sector?.name} e Obras`,
        acronym: `${sector?.acronym}O`,
      }),
    );
    await done(
      admin.send('PUT', '/api/document-subjects', { document_subject_ids: [known?.subject.id], name: 'Outro assunto' }),
    );
    await done(
      admin.send('POST', `/api/documents/${others[1]?.id}/reassign`, {
        responsible_ids: [renamed],
        organization_ids: [sector?.id],
        reason: 'Saiu do setor.',
      }),
    );
    await done(
      admin.inject({
        method: 'PATCH',
        url: `/api/documents/${known?.id}`,
        headers: { [HEADERS.idempotencyKey]: uuid(1) },
        payload: { content: '<p>Recebido.</p>' },
      }),
    );
    await done(admin.send('DELETE', '/api/users', { user_ids: [gone] }));
    await done(admin.send('PATCH', '/api/users', { user_ids: [away], status: 'inactive' }));

    const since = await walkBoth(admin, { from: before.at(-1)?.full.next_cursor ?? '', limit: 500 });
    expect(since.every(({ full }) => !full.snapshot)).toBe(true);
    expect(documentsOf(since).map((row) => row.id)).toContain(known?.id);
    await walkBoth(admin, { from: before.at(-1)?.full.next_cursor ?? '', limit: 4 });

    const after = await walkBoth(admin, { limit: 500 });
    const appearances = after.flatMap(({ compact }) => compact.names.people.filter((one) => one.id === renamed));
    expect(new Set(appearances.map((one) => one.last_name)).size).toBeGreaterThan(1);
    const found = documentsOf(after);
    const named = found.flatMap((row) => [row.creator.id, ...row.responsibles.map((one) => one.id)]);
    expect(named).toEqual(expect.arrayContaining([gone, away]));
    // What the compact form leaves out in usual rows is there in some.
    expect(found.some((row) => row.status !== row.stored_status)).toBe(true);
    expect(found.some((row) => row.tags.length > 0)).toBe(true);
    expect(found.some((row) => row.facts.responsible_ids_ever.length > row.responsibles.length)).toBe(true);
  });

  it('the answer without the parameter has the bytes of the one that asks for full rows, with the kept rows as they are', async () => {
    const plain = await asked(admin, { limit: '500' });
    expect(await asked(admin, { limit: '500', rows: 'full' })).toBe(plain);
    expect(plain.startsWith('{"changes":[{"op":"put","collection":"session","id":')).toBe(true);
    expect(plain).toMatch(/"row":\{"status":"\w+","command_id":null,"id" : \d+, "rev" : \d+, "number" : /);
    expect(plain).not.toContain('"names"');
  });

  it('a form that is not known is refused by its name', async () => {
    const answer = await admin.get('/api/sync/changes?rows=tiny');
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: { rows: [expect.any(String)] } });
  });

  it('a document of the demonstration takes at most 700 bytes of JSON, its share of the names included', async () => {
    const page = JSON.parse(await asked(admin, { limit: '500', rows: 'compact' })) as CompactPage;
    const { isShort, words } = rowBytesOf(page);
    expect({ words, isShort }).toEqual({ words, isShort: true });
  });
});
