// A link on any site makes a browser ask with the person's cookies (S153). Every GET of the
// permission table is asked so, and leaves nothing behind; asked by one of our own pages, it may.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enter } from '../harness/enter.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { stateOfDatabase } from '../harness/state-of-database.ts';
import type { TestClient } from '../harness/test-client.ts';
import { CALLS } from './permission-calls.ts';
import { ACCOUNTS, TABLE } from './permission-table.ts';
import { openTargets, type Targets } from './permission-targets.ts';

const OWN = 1;
const MINUTE_MS = 60_000;

let server: TestServer;
let targets: Targets;
let sectorId = 0;
let admin: TestClient;
let minutes = 0;

beforeAll(async () => {
  server = await startTestServer({ demo: true, clock: () => Date.now() + minutes * MINUTE_MS });
  targets = await openTargets(server);
  sectorId = await targets.sectorId(OWN, ACCOUNTS.admin.sector);
  admin = await enter(server, { id: await targets.userId(ACCOUNTS.admin.email), tenantId: OWN });
  await targets.receiptKey();
});
// The use of a session is stored once a minute at most.
beforeEach(() => void (minutes += 5));
afterAll(async () => {
  await targets.close();
  await server.close();
});

/**
 * What a browser sends along with a link, an image or a typed address. It has the cookies, and no
 * token.
 */
const FOREIGN: Readonly<Record<string, Record<string, string>>> = {
  'a link on another site': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  'a link on a neighbouring site': { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
  'an image on a neighbouring site': { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
  'a typed address': { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
  'a link in a document of our own': { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
};

/** The person's client as a browser that asks with these headers. */
function asking(client: TestClient, headers: Record<string, string>): TestClient {
  const { cookie = '' } = client.headers();
  const inject: TestClient['inject'] = (options) =>
    server.app.inject({ ...options, headers: { ...options.headers, cookie, ...headers } });
  return { ...client, inject, get: (url) => inject({ method: 'GET', url }) };
}

const READS = Object.keys(TABLE).filter((name) => name.startsWith('GET '));

describe.each(Object.entries(FOREIGN))('%s', (_name, headers) => {
  it.each(READS)('leaves nothing behind by %s', async (name) => {
    const place = { tenantId: OWN, sectorId };
    let state: unknown;
    const client = asking(admin, headers);
    const inject: TestClient['inject'] = async (options) => {
      // The rows that the call asks for are made by now.
      state = await stateOfDatabase(targets.query);
      return client.inject(options);
    };
    const caller = { ...client, inject, get: (url: string) => inject({ method: 'GET', url }) };
    const answer = await CALLS[name]?.({ client: caller, targets, place, where: 'own', spelling: 'verb' });
    expect(state).toBeDefined();
    expect(await stateOfDatabase(targets.query)).toEqual(state);
    const given = (answer?.cookies ?? []).filter((one) => one.name !== 'XSRF-TOKEN');
    expect(given).toEqual([]);
    const isOfOtherSite = ['cross-site', 'same-site'].includes(headers['sec-fetch-site'] ?? '');
    const unmarked = `select kind from access_events where not fields @> '{elsewhere}'`;
    expect(isOfOtherSite ? await targets.query(unmarked) : []).toEqual([]);
  });
});

describe('a reading of a document', () => {
  const read = async (headers: Record<string, string>): Promise<number> => {
    const id = await targets.document({ tenantId: OWN, sectorId });
    expect((await asking(admin, headers).get(`/api/documents/${id}`)).statusCode).toBe(200);
    return (await targets.query('select 1 from logs where document_id = $1', [id])).length;
  };

  it('is recorded when one of our pages asks, or a client with the token of its session', async () => {
    expect(await read({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(1);
    expect(await read({ 'x-xsrf-token': admin.headers()['x-xsrf-token'] ?? '' })).toBe(1);
  });

  it('is not recorded when nothing tells who asks', async () => {
    expect(await read({})).toBe(0);
    expect(await read({ 'x-xsrf-token': 'another' })).toBe(0);
  });

  it('uses the session when one of our pages asks', async () => {
    const used = () => targets.query('select last_used_at from sessions where user_id = $1', [admin.userId]);
    const before = await used();
    await read({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' });
    expect(await used()).not.toEqual(before);
  });
});
