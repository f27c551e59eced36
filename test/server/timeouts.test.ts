// Silence, overload and the end of the server over real sockets (hardening, overload; default 11).

import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { route } from '#server/route.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { arrive } from './test-client.ts';

let server: TestServer;
let release: () => void = () => undefined;
let reached = false;

beforeEach(async () => {
  reached = false;
  const waiting = new Promise<void>((resolve) => (release = resolve));
  server = await startTestServer({
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
});

const port = (): number => (server.app.server.address() as AddressInfo).port;
const address = (path: string): string => `http://127.0.0.1:${port()}${path}`;

describe('timeouts', () => {
  it('are set: 30 s for headers, 60 s of silence, no end for a body that keeps coming, 5 s for a statement', async () => {
    expect(server.app.server.headersTimeout).toBe(30_000);
    expect(server.app.server.timeout).toBe(60_000);
    expect(server.app.server.requestTimeout).toBe(0);
    const read = await server.database.inTenant(1, (tx) =>
      tx.execute<{ statement_timeout: string }>(sql`show statement_timeout`),
    );
    expect(read.rows).toEqual([{ statement_timeout: '5s' }]);
  });

  it.each([
    ['headers', ''],
    ['a body', 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{'],
  ])('close a connection that falls silent within %s', async (_name, rest) => {
    const stranger = await arrive(server.app);
    const headers = Object.entries(stranger.headers()).map(([name, value]) => `${name}: ${value}\r\n`);
    server.app.server.timeout = 200;
    const socket = connect(port(), '127.0.0.1');
    socket.resume();
    socket.write(`POST /login HTTP/1.1\r\nHost: malote\r\n${headers.join('')}${rest}`);
    await once(socket, 'close');
    expect((await fetch(address('/health'))).status).toBe(200);
  });

  it('end a statement that takes too long, and the server goes on', async () => {
    const slow = server.database.inTenant(1, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 50`);
      await tx.execute(sql`select pg_sleep(10)`);
    });
    await expect(slow).rejects.toThrow('Failed query');
    expect((await fetch(address('/health'))).status).toBe(200);
  });
});

describe('overload', () => {
  it(
    'answers 503 with Retry-After early, keeps the probe, and is over when the pressure is',
    { timeout: 60_000 },
    async () => {
      const asked = () => fetch(address('/api/human-verification'));
      expect((await asked()).status).toBe(200);
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
    },
  );
});

describe('closing', () => {
  it('finishes what was begun and takes nothing new', async () => {
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
    // As main.ts does: a connection that falls idle only now would be waited for as long as it is kept alive.
    server.app.server.closeIdleConnections();
    await closing;
  });
});
