// How a write and the loss of its author's rights meet in the database (S152).

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { route } from '#server/http/route.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let admin: TestClient;
let ana: TestClient;
let bia: TestClient;

townPerFile.override('options', {
  routes: (app) =>
    route(app, {
      method: 'POST',
      url: '/api/careless',
      access: 'authenticated',
      summary: 'Writes in a statement that does not ask for the right to.',
      handler: async ({ services, actor }) => {
        await services.database.onceInTenant(actor.tenantId, (tx) =>
          tx.execute(sql`update users set name = 'Outra' where tenant_id = ${actor.tenantId}`),
        );
      },
    }),
});
townPerFile.beforeAll(async ({ town }) => void ({ server, world, pmvi, admin, ana, bia } = town));

const url = '/api/users';

/** How many statements wait for a lock of another one. */
const waiting = async (): Promise<number> =>
  (await world.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .length;

describe('a write and the loss of a right', () => {
  it('a loss that comes while a write is made waits for it', async () => {
    const { id } = await createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });
    const holder = new pg.Client(server.connection);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from documents where id = $1 for update', [id]);
    const reply = bia.send('PATCH', `/api/documents/${id}`, { content: '<p>Recebido.</p>' });
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000, interval: 20 });
    const losses = [
      admin.send('PATCH', url, { user_ids: [pmvi.people.bia.id], status: 0 }),
      bia.send('POST', '/logout', {}),
    ];
    await vi.waitFor(async () => expect(await waiting()).toBe(3), { timeout: 10_000, interval: 20 });
    await holder.query('commit');
    await holder.end();
    expect((await reply).statusCode).toBe(200);
    for (const loss of losses) expect((await loss).statusCode).toBeLessThan(300);
    expect((await bia.get('/api/user')).statusCode).toBe(401);
    expect((await bia.send('PATCH', `/api/documents/${id}`, { content: '<p>De novo.</p>' })).statusCode).toBe(419);
  });

  it('people who change each other at once wait for each other’s turn', async () => {
    const { admin: one, admin2: two } = pmvi.people;
    const other = await world.as(two);
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        admin.send('PUT', url, { user_ids: [two.id], name: `Otávio ${round}` }),
        other.send('PUT', url, { user_ids: [one.id], name: `Helena ${round}` }),
        admin.send('PATCH', '/api/profile', { last_name: `Prado ${round}` }),
        admin.send('PATCH', '/api/profile', { last_name: `Brandão ${round}` }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    }
  });

  it('a repeat answers its receipt, although its author lost the right while its body arrived', async () => {
    const { caio } = pmvi.people;
    const client = await world.as(caio);
    await world.query('update user_roles set role_id = $1 where user_id = $2', [pmvi.roles.Protocolo, caio.id]);
    const headers = { 'idempotency-key': randomUUID(), 'content-type': 'application/json' };
    const bytes = Buffer.from(JSON.stringify({ name: 'Assunto de antes' }));
    const request = { method: 'POST', url: '/api/document-subjects' } as const;
    expect((await client.inject({ ...request, headers, payload: bytes })).statusCode).toBe(201);
    const parts = async function* (): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, -1);
      await admin.send('PUT', url, { user_ids: [caio.id], roles: ['Consulta'] });
      yield bytes.subarray(-1);
    };
    const length = { 'content-length': String(bytes.length) };
    const payload = Readable.from(parts(), { objectMode: false });
    const again = await client.inject({ ...request, headers: { ...headers, ...length }, payload });
    expect(again.statusCode).toBe(201);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await client.send('POST', request.url, { name: 'Assunto de depois' })).statusCode).toBe(403);
  });

  it('PostgreSQL refuses a write of a route that did not ask', async () => {
    expect((await ana.send('POST', '/api/careless', {})).statusCode).toBeGreaterThanOrEqual(500);
    expect(await world.query(`select 1 from users where name = 'Outra'`)).toEqual([]);
  });
});
