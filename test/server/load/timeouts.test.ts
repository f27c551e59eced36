// Timeouts, overload and closing of the server over real sockets (default 11).

import * as v from 'valibot';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDiskStore } from '#server/files/disk-store.ts';
// Imported for its declaration of the bounds.
import '#server/http/plugins/early-answers.ts';
import { route } from '#server/http/route.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { stateOfDatabase } from '../harness/state-of-database.ts';
import { arrive } from '../harness/test-client.ts';
import { createWorld } from '../harness/world.ts';

let server: TestServer;
let folder = '';
let release: () => void = () => undefined;
let reached = false;

beforeEach(async () => {
  reached = false;
  const waiting = new Promise<void>((resolve) => (release = resolve));
  folder = await mkdtemp(join(tmpdir(), 'malote-timeouts-'));
  server = await startTestServer({
    files: await openDiskStore(folder),
    routes: (app) =>
      route(app, {
        method: 'GET',
        url: '/api/slow',
        access: 'public',
        summary: 'Answers when the test lets it.',
        handler: async () => {
          reached = true;
          await waiting;
          return { done: true };
        },
      }),
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  release();
  await server.close();
  await rm(folder, { recursive: true });
});

const port = (): number => (server.app.server.address() as AddressInfo).port;
const address = (path: string): string => `http://127.0.0.1:${port()}${path}`;
/** Resolves when the connection is closed, in order or by a reset. */
function closeOf(socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

describe('timeouts', () => {
  it('the server allows 30 s for headers, 60 s of silence, any time for a body that keeps coming, 5 s for a statement', async () => {
    expect(server.app.server.headersTimeout).toBe(30_000);
    expect(server.app.server.timeout).toBe(60_000);
    expect(server.app.server.requestTimeout).toBe(0);
    const read = await server.database.inTenant(1, (tx) =>
      tx.rowsOf(v.object({ statement_timeout: v.string() }), sql`show statement_timeout`),
    );
    expect(read).toEqual([{ statement_timeout: '5s' }]);
  });

  it.each([
    ['headers', ''],
    ['a body', 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{'],
  ])('the server closes a connection that falls silent within %s', async (_name, rest) => {
    const stranger = await arrive(server.app);
    const headers = Object.entries(stranger.headers()).map(([name, value]) => `${name}: ${value}\r\n`);
    server.app.server.timeout = 200;
    const socket = connect(port(), '127.0.0.1');
    const closed = closeOf(socket);
    socket.resume();
    socket.write(`POST /login HTTP/1.1\r\nHost: malote\r\n${headers.join('')}${rest}`);
    await closed;
    server.app.server.timeout = 60_000;
    expect((await fetch(address('/health'))).status).toBe(200);
  });

  it('the server closes a connection whose headers arrive too slowly', { timeout: 20_000 }, async () => {
    server.app.server.headersTimeout = 500;
    const socket = connect(port(), '127.0.0.1');
    let answered = '';
    socket.on('data', (chunk: Buffer) => (answered += chunk.toString()));
    const closed = closeOf(socket);
    socket.write('GET /health HTTP/1.1\r\nHost: malote\r\nX-Slow: ');
    const drops = setInterval(() => socket.write('x'), 50);
    await closed;
    clearInterval(drops);
    expect(answered).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('the server accepts a slow body as long as bytes keep arriving', async () => {
    const stranger = await arrive(server.app);
    server.app.server.timeout = 2000;
    const headers = Object.entries(stranger.headers()).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(port(), '127.0.0.1');
    const answered = new Promise<string>((resolve) =>
      socket.once('data', (chunk: Buffer) => resolve(chunk.toString())),
    );
    socket.write(
      `POST /login HTTP/1.1\r\nHost: malote\r\n${headers.join('')}Content-Type: application/json\r\nContent-Length: 20\r\n\r\n`,
    );
    const body = [...'{"email":""        }'.padEnd(20)];
    const drops = setInterval(() => (body.length > 0 ? socket.write(body.shift() ?? '') : clearInterval(drops)), 125);
    expect(await answered).toMatch(/^HTTP\/1\.1 422 /);
    socket.destroy();
  });

  it.each([
    ['JSON', 'application/json', { textMs: 300 }],
    ['a form', 'application/x-www-form-urlencoded', { textMs: 300 }],
    ['a form with files', 'multipart/form-data; boundary=b', { filesMs: 300 }],
    ['a form with files that comes too slowly', 'multipart/form-data; boundary=b', { paceMs: 300 }],
    ['a part', 'application/octet-stream', { filesMs: 300 }],
  ])('the server ends a body of %s that keeps coming', { timeout: 20_000 }, async (_name, type, ends) => {
    const world = await createWorld(server);
    const ana = await world.as(world.pmvi.people.ana);
    const headers = Object.entries({ ...ana.headers(), 'Content-Type': type }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    Object.assign(server.app.bodyEnds, ends);
    // The first contact of a login is noted, and each of the next minute is not.
    await ana.get('/api/user');
    const before = await stateOfDatabase(world.query);
    const isPart = type.endsWith('octet-stream');
    const target = isPart
      ? `PATCH /api/sync/uploads/${randomUUID()}/${randomUUID()}?offset=0&sha256=${'0'.repeat(64)}`
      : 'POST /api/documents';
    const socket = connect(port(), '127.0.0.1');
    let answered = '';
    socket.on('data', (chunk: Buffer) => (answered += chunk.toString()));
    // The server may reset the connection, because it reads no more.
    const closed = closeOf(socket);
    socket.write(`${target} HTTP/1.1\r\nHost: malote\r\n${headers.join('')}Content-Length: 100000\r\n\r\n`);
    const drops = setInterval(() => socket.write(' '), 50);
    await closed;
    clearInterval(drops);
    expect(answered).toBe('');
    expect(await stateOfDatabase(world.query)).toEqual(before);
    expect((await fetch(address('/health'))).status).toBe(200);
    await world.close();
  });

  it('a body that ends in time is not cut off', async () => {
    expect(server.app.bodyEnds).toEqual({ textMs: 60_000, filesMs: 900_000, paceMs: 60_000, paceBytes: 16_384 });
    const stranger = await arrive(server.app);
    Object.assign(server.app.bodyEnds, { filesMs: 1, paceMs: 1 });
    const answer = await stranger.send('POST', '/login', {});
    expect(answer.statusCode).toBe(422);
  });

  it('the server ends an upload that stops halfway and keeps no part of it', async () => {
    const world = await createWorld(server);
    const ana = await world.as(world.pmvi.people.ana);
    const incoming = join(folder, 'incoming');
    const headers = Object.entries(ana.headers()).map(([name, value]) => `${name}: ${value}\r\n`);
    const accepted = new Promise<Socket>((resolve) => server.app.server.once('connection', resolve));
    const socket = connect(port(), '127.0.0.1');
    const closed = closeOf(socket);
    socket.resume();
    socket.write(
      `POST /api/documents HTTP/1.1\r\nHost: malote\r\n${headers.join('')}Transfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n`,
    );
    const part = '--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.txt"\r\n\r\n' + 'a'.repeat(4000);
    socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    await vi.waitFor(() => expect(readdirSync(incoming)).toHaveLength(1), { interval: 5 });
    // The silence begins when a part has arrived.
    (await accepted).setTimeout(400);
    await closed;
    await vi.waitFor(() => expect(readdirSync(incoming)).toEqual([]), { interval: 10 });
    expect((await fetch(address('/health'))).status).toBe(200);
    await world.close();
  });

  it('the database ends a statement that takes too long, and the server keeps working', async () => {
    const slow = server.database.inTenant(1, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 50`);
      await tx.execute(sql`select pg_sleep(10)`);
    });
    await expect(slow).rejects.toThrow('statement timeout');
    expect((await fetch(address('/health'))).status).toBe(200);
  });
});

describe('overload', () => {
  it(
    'an overloaded server answers 503 with Retry-After early and recovers when the load ends',
    { timeout: 60_000 },
    async () => {
      const asked = () => fetch(address('/api/human-verification'));
      expect((await asked()).status).toBe(200);
      // An idle server accepts a request, however slow the machine is.
      const inside = fetch(address('/api/slow'));
      await vi.waitFor(() => expect(reached).toBe(true), { timeout: 5000, interval: 10 });
      const until = performance.now() + 5000;
      const block = (): void => {
        const end = performance.now() + 1800;
        while (performance.now() < end);
        if (performance.now() < until) setImmediate(block);
      };
      block();
      const refused = await vi.waitFor(
        async () => {
          const answer = await asked();
          expect(answer.status).toBe(503);
          return answer;
        },
        { timeout: 10_000, interval: 20 },
      );
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toHaveProperty('message');
      await vi.waitFor(async () => expect((await asked()).status).toBe(200), { timeout: 20_000, interval: 100 });
      release();
      expect((await inside).status).toBe(200);
    },
  );
});

describe('closing', () => {
  it('a closing server finishes the requests it began and accepts no new ones', async () => {
    const begun = fetch(address('/api/slow'));
    await vi.waitFor(() => expect(reached).toBe(true), { timeout: 5000, interval: 10 });
    const where = address('/health');
    const closing = server.app.close();
    await vi.waitFor(
      async () =>
        expect(
          await fetch(where).then(
            (answer) => answer.status,
            () => 0,
          ),
        ).not.toBe(200),
      {
        timeout: 5000,
        interval: 10,
      },
    );
    release();
    const answer = await begun;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ done: true });
    // As main.ts does: otherwise closing waits for the whole keep-alive time of a connection that
    // becomes idle only now.
    server.app.server.closeIdleConnections();
    await closing;
  });
});
