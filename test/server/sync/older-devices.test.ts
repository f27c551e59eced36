// What a device of version 1.0 asks of the feed, over the demonstration's documents, and what a
// page takes on the wire (S200).

import { constants, brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../../builders/read-page.ts';
import { buildPage, putDocument } from '../../builders/build-page.ts';
import { documentsOf } from '../../bench/mirror/town.ts';
import { type ChangesPage, FIRST_SCREEN } from '#contract/sync.ts';
import { ENOUGH } from '#mirror/questions/home.ts';
import { keepDocumentRows } from '#server/jobs/keep-document-rows.ts';
import { SCREEN_PAGE } from '#sync/pull.ts';
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

async function asked(query: Readonly<Record<string, string>>): Promise<string> {
  const answer = await admin.get(`/api/sync/changes?${new URLSearchParams(query)}`);
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

describe('the form of the feed', () => {
  it('a device that asks for compact rows gets the plain ones, which it reads', async () => {
    const plain = await asked({ limit: '500' });
    for (const rows of ['compact', 'full']) expect(await asked({ limit: '500', rows })).toBe(plain);
    expect(plain).not.toContain('"names"');
    const page = readPage(JSON.parse(plain));
    expect(page?.changes.filter(({ collection }) => collection === 'documents').length).toBeGreaterThan(40);
  });

  it('has the kept rows as they are', async () => {
    const plain = await asked({ limit: '500' });
    expect(plain.startsWith('{"changes":[{"op":"put","collection":"session","id":')).toBe(true);
    expect(plain).toMatch(/"row":\{"status":"\w+","command_id":null,"id" : \d+, "rev" : \d+, "number" : /);
  });

  it('a form that is not known is refused by its name', async () => {
    const answer = await admin.get('/api/sync/changes?rows=tiny');
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: { rows: [expect.any(String)] } });
  });

  it('a page of 100 changed documents takes at most 30 KB on the wire', () => {
    const changed = documentsOf(20_000).filter((row) => row.id % 200 === 7);
    expect(changed).toHaveLength(100);
    const page = Buffer.from(JSON.stringify(buildPage(changed.map(putDocument))));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    expect(brotliCompressSync(page, { params }).length).toBeLessThanOrEqual(30 * 1024);
  });
});

it("the page ahead of a walk has the town's alerts and the documents of first rows, and the walk begins after it", async () => {
  const page = JSON.parse(await asked({ limit: String(SCREEN_PAGE), first: FIRST_SCREEN })) as ChangesPage;
  const documents = page.changes.filter((change) => change.collection === 'documents');
  const others = page.changes.filter((change) => change.collection !== 'documents');
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others.map((change) => change.collection))).toEqual(new Set(['alerts']));
  expect(documents.length).toBeGreaterThanOrEqual(ENOUGH);
  expect(page).toMatchObject({ snapshot: true, has_more: true });
  const walk = async (more: Record<string, string>) =>
    (JSON.parse(await asked({ limit: '500', ...more })) as ChangesPage).changes;
  const after = await walk({ cursor: page.next_cursor, first: FIRST_SCREEN });
  expect(after).toEqual(await walk({}));
  const inWalk = after.filter((change) => change.collection === 'documents');
  expect(documents.map((change) => change.rev)).toEqual(inWalk.slice(0, documents.length).map((change) => change.rev));
});
