// A right that is taken away while a body arrives is gone when the body is complete (S152). Every
// write of the permission table begins, its author loses the right in each way there is, and its
// body ends: nothing is written.

import { Readable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter } from '../harness/enter.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { stateOfDatabase } from '../harness/state-of-database.ts';
import type { TestClient } from '../harness/test-client.ts';
import { CALLS } from './permission-calls.ts';
import { ACCOUNTS, PUBLIC, ROLES, TABLE } from './permission-table.ts';
import { openTargets, type Targets } from './permission-targets.ts';

const OWN = 1;
const LATER_ROLE = 'consulta';

let server: TestServer;
let targets: Targets;
let sectorId = 0;
let roles: Readonly<Record<string, number>> = {};
/** Who takes the rights away. */
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  targets = await openTargets(server);
  // Where the later role works, so that the table says what it may do.
  sectorId = await targets.sectorId(OWN, ACCOUNTS[LATER_ROLE].sector);
  const rows = await targets.query<{ id: number; name: string }>('select id, name from roles where tenant_id = $1', [
    OWN,
  ]);
  roles = Object.fromEntries(rows.map(({ id, name }) => [name, Number(id)]));
  admin = await enter(server, { id: await targets.userId(ACCOUNTS.admin.email), tenantId: OWN });
  await targets.receiptKey();
});
afterAll(async () => {
  await targets.close();
  await server.close();
});

/** A Super Admin of this test alone. */
async function newAuthor(): Promise<TestClient> {
  const id = await targets.user({ tenantId: OWN, sectorId });
  await targets.query('update user_roles set role_id = $1 where user_id = $2', [roles['Super Admin'], id]);
  // Some writes ask the present password, which is that of all accounts of the demonstration.
  await targets.query(
    'update users set password_hash = (select password_hash from users where email = $1) where id = $2',
    [ACCOUNTS.admin.email, id],
  );
  return enter(server, { id, tenantId: OWN });
}

const users = '/api/users';

/** The ways to lose a right, each by the route that people use for it. */
const LOSSES: Readonly<Record<string, (author: TestClient) => Promise<{ statusCode: number }>>> = {
  deactivated: ({ userId }) => admin.send('PATCH', users, { user_ids: [userId], status: 0 }),
  deleted: ({ userId }) => admin.send('DELETE', users, { user_ids: [userId] }),
  'given a lower role': ({ userId }) => admin.send('PUT', users, { user_ids: [userId], roles: ['Consulta'] }),
  'logged out': (author) => author.send('POST', '/logout', {}),
  'given another password': ({ userId }) =>
    admin.send('PUT', users, { user_ids: [userId], password: 'outra-senha-boa' }),
};

const state = () => stateOfDatabase(targets.query);

/** A client whose bodies stop before their last byte until `meanwhile` has happened. */
function holding(client: TestClient, meanwhile: () => Promise<void>): TestClient {
  const inject = (options: InjectOptions) => {
    const { payload = '{}' } = options;
    const isText = typeof payload === 'string' || payload instanceof Buffer;
    const bytes = Buffer.from(isText ? payload : JSON.stringify(payload));
    const type = isText && options.payload !== undefined ? {} : { 'content-type': 'application/json' };
    const parts = async function* (): AsyncGenerator<Buffer> {
      // Asked for by the server, when it has judged the head and reads the body.
      yield bytes.subarray(0, -1);
      await meanwhile();
      yield bytes.subarray(-1);
    };
    const headers = { ...type, ...options.headers, 'content-length': String(bytes.length) };
    return client.inject({ ...options, headers, payload: Readable.from(parts(), { objectMode: false }) });
  };
  return {
    ...client,
    inject,
    send: (method, url, body) => inject({ method, url, ...(body === undefined ? {} : { payload: body }) }),
  };
}

/** The writes that a Super Admin may make on a row of the own sector. */
const WRITES = Object.entries(TABLE)
  .map(([name, line]) => [name, line.trim().split(/\s+/)] as const)
  .filter(([name, cells]) => !name.startsWith('GET ') && !PUBLIC.includes(name) && cells[0]?.startsWith('2') === true);

describe.each(Object.keys(LOSSES))('an author who is %s while the body arrives', (loss) => {
  it.each(WRITES)('writes nothing by %s', async (name, cells) => {
    const author = await newAuthor();
    let before: unknown;
    const client = holding(author, async () => {
      expect((await LOSSES[loss]?.(author))?.statusCode).toBeLessThan(300);
      before = await state();
    });
    const place = { tenantId: OWN, sectorId };
    const answer = await CALLS[name]?.({ client, targets, place, where: 'own', spelling: 'verb' });
    const mayStill = loss === 'given a lower role' && cells[ROLES.indexOf(LATER_ROLE)]?.startsWith('2') === true;
    const status = answer?.statusCode ?? 0;
    const lost = loss === 'given a lower role' ? 403 : 401;
    expect(status < 300 ? 'done' : status).toBe(mayStill ? 'done' : lost);
    const wrote = JSON.stringify(await state()) !== JSON.stringify(before);
    expect(wrote && !mayStill).toBe(false);
    expect(before).toBeDefined();
  });
});

it('the writes of the table are nearly all of them', () => {
  const writes = Object.keys(TABLE).filter((name) => !name.startsWith('GET ') && !PUBLIC.includes(name));
  const left = writes.filter((name) => !WRITES.some(([one]) => one === name));
  // Abilities on a document, which go the way of a reply.
  expect(left.every((name) => name.startsWith('PATCH /api/documents/:id '))).toBe(true);
});
