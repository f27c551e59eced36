// A new acronym, or a new name of a sector, writes all documents that show it, in one statement.
// Where these are tens of thousands, it takes longer than other statements may.

import { afterAll, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

/** Longer than the five seconds of other statements (default 11). */
const TAKES_S = 5.5;

let world: World;
let pmvi: Town;
let admin: TestClient;

townPerFile.beforeAll(async ({ town }) => {
  ({ world, pmvi, admin } = town);
  await createdDocument(town.ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', limitDate: '2031-01-31' });
  await world.query(`create function take_long() returns trigger language plpgsql as $$
    begin perform pg_sleep(${TAKES_S}); return null; end $$`);
  await world.query(`create trigger take_long after update of search_text on documents
    for each statement execute function take_long()`);
});
afterAll(() => world.query('drop function take_long cascade'));

const found = async (words: string): Promise<number> =>
  (await admin.get(`/api/documents?search=${encodeURIComponent(words)}`)).json<{ data: object[] }>().data.length;

it('a new acronym is in all tickets, however long writing them takes', async () => {
  expect((await admin.send('PATCH', '/api/tenants', { acronym: 'NOVA' })).statusCode).toBe(200);
  expect([await found('NOVA001'), await found('PMVI001')]).toEqual([1, 0]);
});

it('a new name of a sector is in the words of its documents, however long writing them takes', async () => {
  const renamed = { organization_ids: [pmvi.sectors.SEMED], name: 'Educação e Cultura' };
  expect((await admin.send('PUT', '/api/organizations', renamed)).statusCode).toBe(200);
  expect(await found('Educação e Cultura')).toBe(1);
});
