// The first months of a town hall, from an empty tenant on: sheets of sectors and people, the
// calendar of two years, a quarter of work by forty people, some of it without network. Then its
// reports, its audit and its export say what the raw rows and the workers' own notebook say.

import type { AuditPage } from '#contract/accesses.ts';
import { dayAt } from '#domain/dates.ts';
import { holidaysOf } from '#domain/working-days.ts';
import { exportTenant } from '#server/operation/export-tenant.ts';
import { importExport } from '#server/operation/import-export.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter } from '../harness/enter.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';
import { rawDocuments } from '../reports/histories.ts';
import { numbersHold } from '../reports/numbers-hold.ts';
import { passQuarter, type Quarter, QUARTER, START, ZONE } from './first-quarter.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const SEED = LONG ? Date.now() % 2 ** 31 : 20_261_128;

const clock = { nowMs: START };
let server: TestServer;
let world: World;
let admin: TestClient;
let quarter: Quarter;
let tenant: number;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-story-'));
  server = await startTestServer({ clock: () => clock.nowMs });
  world = await createWorld(server);
  quarter = await passQuarter({ server, query: world.query, clock, seed: SEED, actsADay: LONG ? 12 : 4 });
  ({ tenant } = quarter);
  admin = await enter(server, { id: quarter.admin, tenantId: tenant });
});
afterAll(async () => {
  await world.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const holidayRows = async () =>
  (
    await world.query<{ day: string; name: string; kind: 'municipal' | 'optional' }>(
      `select day::text as day, name, kind from holidays where tenant_id = $1`,
      [tenant],
    )
  ).map((row) => ({ ...row, exemptSectors: [] }));

it('its sheets are taken in, and once more they change nothing', () => {
  const taken = (lines: number) => ({
    before: { new: lines, changed: 0, same: 0, refused: 0 },
    statusCode: 200,
    after: { new: 0, changed: 0, same: lines, refused: 0 },
  });
  expect(quarter.imports).toEqual([taken(27), taken(500)]);
});

it(`every act of the quarter happened (seed ${SEED})`, () => {
  const acts = ['creation', 'view', 'reply', 'transfer', 'extension', 'completion', 'reopening', 'file'];
  expect(acts.filter((act) => (quarter.ledger.accepted.get(act) ?? 0) < 1)).toEqual([]);
  expect(quarter.ledger.refused.size).toBeGreaterThan(0);
});

it.each([
  ['the quarter', QUARTER],
  ['its last month', { from: '2026-10-01', to: '2026-10-31' }],
])('reports equal the raw rows and the lists that their numbers open: %s', async (_name, days) => {
  const documents = await rawDocuments(world, { id: tenant });
  const [sectors, subjects] = await Promise.all(
    ['organizations', 'document_subjects'].map(async (table) =>
      (await world.query<{ id: number }>(`select id::int as id from ${table} where tenant_id = $1`, [tenant])).map(
        ({ id }) => id,
      ),
    ),
  );
  const of = { documents, sectors: sectors ?? [], subjects: subjects ?? [], holidays: holidaysOf(await holidayRows()) };
  expect(await numbersHold(admin, { ...of, days, zone: ZONE, today: dayAt(clock.nowMs, ZONE) })).toBeGreaterThan(50);
});

it('the audit of each document and person names who opened it, and what was handed out or refused', async () => {
  const ofDocument = new Map<number, { number: number; views: Set<string>; files: string[]; refused: Set<string> }>();
  const documents = await world.query<{ id: number; number: number }>(
    'select id::int as id, number::int as number from documents where tenant_id = $1',
    [tenant],
  );
  for (const { id, number } of documents) {
    const mine = (entries: Iterable<string>) => [...entries].filter((entry) => entry.endsWith(` ${id}`));
    ofDocument.set(id, {
      number,
      views: new Set(mine(quarter.ledger.views)),
      files: mine(quarter.ledger.files).toSorted(),
      refused: new Set(mine(quarter.ledger.refused)),
    });
  }
  for (const [id, expected] of ofDocument) {
    const accesses = await pagesOf(`documents/${expected.number}`);
    const of = (kind: string) => accesses.filter((one) => one.kind === kind).map(({ person }) => `${person?.id} ${id}`);
    expect({ id, views: new Set(of('view')), files: of('file').toSorted(), refused: new Set(of('refused')) }).toEqual({
      id,
      views: expected.views,
      files: expected.files,
      refused: expected.refused,
    });
  }
  for (const { id } of quarter.workers.slice(0, 10)) {
    const accesses = await pagesOf(`people/${id}`);
    const files = accesses.filter(({ kind }) => kind === 'file').map(({ document }) => `${id} ${document?.id}`);
    expect(files.toSorted()).toEqual(quarter.ledger.files.filter((entry) => entry.startsWith(`${id} `)).toSorted());
  }
});

/** All pages of an audit of the whole quarter. */
async function pagesOf(path: string): Promise<AuditPage['accesses']> {
  const all: AuditPage['accesses'][number][] = [];
  for (let page = 1; ; page += 1) {
    const answer = await admin.get(`/api/audit/${path}?from=2026-08-01&to=2026-11-30&page=${page}`);
    expect({ path, status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({ status: 200 });
    const { accesses, pages } = answer.json<AuditPage>();
    all.push(...accesses);
    if (page >= pages) return all;
  }
}

it('what is taken along has each row, and an empty server that takes it in gives the same report', async () => {
  const parts = (of: TestServer) => ({ connection: of.connection, files: of.services.files, now: clock.nowMs });
  const target = join(folder, 'all');
  await exportTenant(parts(server), { acronym: 'PVN', folder: target });
  const lines = async (table: string): Promise<Record<string, unknown>[]> =>
    (await readFile(join(target, 'tabelas', `${table}.jsonl`), 'utf8'))
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const documents = await rawDocuments(world, { id: tenant });
  const acts = await lines('logs');
  expect((await lines('documents')).map((line) => [line['id'], line['stored_status'], line['limit_date']])).toEqual(
    documents.map(({ id, stored_status, limit_date }) => [id, stored_status, limit_date]),
  );
  for (const { id, logs } of documents)
    expect(acts.filter((line) => line['document_id'] === id).map((line) => line['action'])).toEqual(
      logs.map(({ action }) => action),
    );
  expect(await lines('users')).toHaveLength(501);

  const other = await startTestServer({ clock: () => clock.nowMs });
  try {
    const { tenantId } = await importExport(target, parts(other));
    const path = '/api/reports/deadlines?from=2026-08-01&to=2026-10-31';
    const there = await enter(other, { id: admin.userId, tenantId });
    const { at: _then, ...expected } = (await admin.get(path)).json<Record<string, unknown>>();
    expect((await there.get(path)).json()).toMatchObject(expected);
  } finally {
    await other.close();
  }
});
