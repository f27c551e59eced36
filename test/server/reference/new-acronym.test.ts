// A new acronym writes all documents of a tenant while other people write too. No two writes may
// wait for each other, or the database ends one of them.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let world: World;
let pmvi: Town;
let admin: TestClient;
const acronyms = ['NOVA', 'OUTRA', 'QUASE'];
let older: number;
let newer: number;
let renaming: Promise<{ statusCode: number }>;

townPerFile.beforeAll(async ({ town }) => {
  ({ world, pmvi, admin } = town);
  const create = async () =>
    (await createdDocument(town.ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', limitDate: '2031-01-31' })).id;
  [older, newer] = [await create(), await create()];
  // Written anew, so that the table has the older document after the newer one. A table that is
  // known to be so small is read in its own order.
  await world.query('update documents set search_text = search_text where id = $1', [older]);
  await world.query('analyze documents');
});

const found = async (words: string): Promise<number> =>
  (await admin.get(`/api/documents?search=${encodeURIComponent(words)}`)).json<{ data: object[] }>().data.length;

/** Waits until so many connections wait for a lock. */
async function waiting(connections: number): Promise<void> {
  await expect
    .poll(async () => {
      await world.query('select pg_stat_clear_snapshot()');
      return world.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    })
    .toHaveLength(connections);
}

/** Another write holds the older document, and a new acronym waits for it. */
beforeEach(async () => {
  await world.query('begin');
  await world.query('select from documents where id = $1 for no key update', [older]);
  renaming = admin.send('PATCH', '/api/tenants', { acronym: acronyms.shift() });
  await waiting(1);
});
afterEach(async () => {
  await world.query('commit');
  await renaming;
});

it('locks documents in the order of other writes', async () => {
  const locked = world.query('select from documents where id = $1 for no key update nowait', [newer]);
  await expect(locked).resolves.toHaveLength(1);
});

it('locks the tenant after the documents, as a write that tells somebody about its document', async () => {
  const referenced = world.query('select from tenants where id = $1 for key share nowait', [
    pmvi.people.admin.tenantId,
  ]);
  await expect(referenced).resolves.toHaveLength(1);
});

it('is in all tickets, also when another one was given at the same moment', async () => {
  const other = admin.send('PATCH', '/api/tenants', { acronym: 'ULTIMA' });
  await waiting(2);
  await world.query('commit');
  expect([(await renaming).statusCode, (await other).statusCode]).toEqual([200, 200]);
  expect([await found('ULTIMA002'), await found('QUASE002')]).toEqual([1, 0]);
});
