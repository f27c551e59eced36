// A key that its author withdrew (S18): what was held up on its way has no effect, the next attempt
// has one.

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { findReceipt, once, withdrawKey } from '#server/once/idempotency.ts';
import type { Actor } from '#server/policies/actor.ts';
import { problems } from '#server/reporting/errors.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town } from '../harness/world.ts';

let server: TestServer;
let pmvi: Town;
let admin: TestClient;
let ana: TestClient;
let bia: TestClient;

townPerFile.beforeAll(({ town }) => void ({ server, pmvi, admin, ana, bia } = town));

const ROUNDS = 25;
const GATE = 7_261_091;
const newDocument = () => createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });
const withdraw = (client: TestClient, { key, attempts }: { key: string; attempts: number }) =>
  client.send('DELETE', `/api/sync/receipts/${key}?attempts=${attempts}`);
const repliesOf = async ({ id }: { id: number }) =>
  (await ana.get(`/api/documents/${id}`)).json<DocumentFull>().interactions.length;

/** Until a statement in this database waits for a lock of the kind. */
const waitedFor = (client: pg.Client, kind: string) =>
  vi.waitFor(async () => {
    const { rows } = await client.query(
      `select 1 from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and l.locktype = $1 and a.datname = current_database()`,
      [kind],
    );
    expect(rows).toHaveLength(1);
  });

type Sending = { readonly key: string; readonly attempt?: number };
function reply(client: TestClient, { id, key, attempt }: Sending & { id: number }) {
  const headers = { 'idempotency-key': key, ...(attempt === undefined ? {} : { 'x-attempt': String(attempt) }) };
  return client.inject({ method: 'PATCH', url: `/api/documents/${id}`, payload: { content: 'Recebido.' }, headers });
}

describe('a withdrawn key', () => {
  it('what arrives after the withdrawal has no effect, and the next attempt has one', async () => {
    const { id } = await newDocument();
    const key = randomUUID();
    const withdrawn = await withdraw(bia, { key, attempts: 2 });
    expect([withdrawn.statusCode, withdrawn.json()]).toEqual([200, { receipt: null }]);
    for (const attempt of [1, 2, undefined]) {
      const late = await reply(bia, { id, key, ...(attempt === undefined ? {} : { attempt }) });
      expect([late.statusCode, late.json().type]).toEqual([409, 'withdrawn']);
    }
    expect(await repliesOf({ id })).toBe(0);
    expect((await reply(bia, { id, key, attempt: 3 })).statusCode).toBe(200);
    expect(await repliesOf({ id })).toBe(1);
  });

  it('a write that has its effect is not withdrawn: its receipt is answered', async () => {
    const { id } = await newDocument();
    const key = randomUUID();
    const { receipt } = (await reply(bia, { id, key, attempt: 1 })).json();
    expect((await withdraw(bia, { key, attempts: 1 })).json()).toEqual({ receipt });
    expect((await reply(bia, { id, key, attempt: 2 })).headers['idempotent-replayed']).toBe('true');
  });

  it('the key of another person is not withdrawn', async () => {
    const { id } = await newDocument();
    const key = randomUUID();
    expect((await withdraw(ana, { key, attempts: 9 })).json()).toEqual({ receipt: null });
    expect((await reply(bia, { id, key, attempt: 1 })).statusCode).toBe(200);
  });

  it('a write on reference data is held to it too', async () => {
    const key = randomUUID();
    await withdraw(admin, { key, attempts: 1 });
    const payload = { name: 'Assunto retirado' };
    const headers = { 'idempotency-key': key, 'x-attempt': '1' };
    const late = await admin.inject({ method: 'POST', url: '/api/document-subjects', payload, headers });
    expect([late.statusCode, late.json().type]).toEqual([409, 'withdrawn']);
    const subjects = (await admin.get('/api/document-subjects')).json<{ name: string }[]>();
    expect(subjects.filter(({ name }) => name === payload.name)).toEqual([]);
  });

  it('while a write is at work its key is not withdrawn', async () => {
    const { id } = await newDocument();
    const key = randomUUID();
    const other = new pg.Client(server.connection);
    await other.connect();
    // Every write waits for the tenant's counter at its end.
    await other.query('begin');
    await other.query('select 1 from counters where tenant_id = $1 for update', [pmvi.id]);
    const writing = reply(bia, { id, key, attempt: 1 });
    await vi.waitFor(async () => expect((await bia.get(`/api/sync/receipts/${key}`)).statusCode).toBe(409));
    expect((await withdraw(bia, { key, attempts: 1 })).statusCode).toBe(409);
    await other.query('rollback');
    await other.end();
    expect((await writing).statusCode).toBe(200);
    expect((await withdraw(bia, { key, attempts: 1 })).json().receipt).toMatchObject({ key });
  });

  /**
   * What `late` returns when it began while a reply under the key was at work, and goes on after
   * that.
   */
  async function answerOfLate<T>(key: string, late: (slow: Database, actor: Actor) => Promise<T>): Promise<T> {
    const { id } = await newDocument();
    const tenantId = pmvi.id;
    const [gate, counter] = [new pg.Client(server.connection), new pg.Client(server.connection)];
    await Promise.all([gate.connect(), counter.connect()]);
    // Its statement is begun, and waits at the gate before it tries the lock of the key.
    await gate.query(`create function public.pg_try_advisory_xact_lock(name bigint) returns boolean language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${GATE}); return pg_catalog.pg_try_advisory_xact_lock(name); end $$`);
    const connection = { ...server.connection, options: '-c search_path=public,pg_catalog' };
    const slow = await openDatabase({ connection });
    try {
      await counter.query('begin');
      await counter.query('select 1 from counters where tenant_id = $1 for update', [tenantId]);
      const writing = reply(bia, { id, key, attempt: 1 });
      await waitedFor(gate, 'transactionid');
      await gate.query(`select pg_advisory_lock(${GATE})`);
      const answer = late(slow, { tenantId, userId: bia.userId, standing: null } as Actor);
      await waitedFor(gate, 'advisory');
      await counter.query('rollback');
      expect((await writing).statusCode).toBe(200);
      await gate.query(`select pg_advisory_unlock(${GATE})`);
      return await answer;
    } finally {
      await slow.close();
      await gate.query('drop function public.pg_try_advisory_xact_lock(bigint)');
      await Promise.all([gate.end(), counter.end()]);
    }
  }

  it('a withdrawal that was begun before the write ended, and goes on after it, finds the effect', async () => {
    const key = randomUUID();
    const now = server.services.clock();
    const kept = await answerOfLate(key, (slow, actor) =>
      slow.inTenant(pmvi.id, (tx) => withdrawKey(tx, { actor, key, attempts: 1, now })),
    );
    expect(kept).toMatchObject({ receipt: { key } });
  });

  it('a question for a receipt that was begun before the write ended, and goes on after it, finds it', async () => {
    const key = randomUUID();
    const kept = await answerOfLate(key, (slow, actor) =>
      slow.inTenant(pmvi.id, (tx) => findReceipt(tx, { actor, key })),
    );
    expect(kept).toMatchObject({ receipt: { key } });
  });

  it('a repeat that is refused because of its own first attempt is told that it is at work', async () => {
    const key = randomUUID();
    const write = { type: 'respond', fields: {}, fileHashes: [] } as const;
    const effect = () => Promise.reject(problems.invalid({ content: ['refused'] }));
    const repeat = answerOfLate(key, (slow, actor) => {
      const services = { ...server.services, database: slow };
      return once(
        { actor, command: { key, attempt: 2 }, now: services.clock(), services, log: services.log },
        { write, effect },
      );
    });
    await expect(repeat).rejects.toMatchObject({ status: 409 });
  });

  it.each(['', '?attempts=', '?attempts=-1', '?attempts=1e3', '?attempts=99999999999'])(
    'a withdrawal that does not say how many attempts is refused (%s)',
    async (query) => {
      const refused = await bia.send('DELETE', `/api/sync/receipts/${randomUUID()}${query}`);
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['attempts']]);
    },
  );

  it(`a write and its withdrawal at once end in one of two ways, in ${ROUNDS} rounds`, async () => {
    const { id } = await newDocument();
    let effects = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = randomUUID();
      const [written, withdrawn] = await Promise.all([
        reply(bia, { id, key, attempt: 1 }),
        withdraw(bia, { key, attempts: 1 }),
      ]);
      // The one that came while the other was at work asks again.
      const last = withdrawn.statusCode === 409 ? await withdraw(bia, { key, attempts: 1 }) : withdrawn;
      const { receipt } = last.json<{ receipt: object | null }>();
      expect(written.statusCode).toBe(receipt === null ? 409 : 200);
      if (receipt !== null) effects += 1;
    }
    expect(await repliesOf({ id })).toBe(effects);
  });
});
