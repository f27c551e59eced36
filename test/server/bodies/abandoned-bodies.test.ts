// Bodies whose sender disconnects before their end: common on a telephone, and not an error of the
// server.

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';

const lines: string[] = [];
let server: TestServer;
let client: TestClient;
let port = 0;

beforeAll(async () => {
  server = await startTestServer({ demo: true, logTo: lines });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
  client = await server.login('servidor.semob@pmvi.example');
});
afterAll(() => server.close());

const PART =
  '--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\naaaa';

/**
 * Sends a head that promises more than `body`, then goes away: `reset` abruptly, `end` with a FIN.
 */
async function abandon(request: { type: string; body: string; length: string; leave: 'reset' | 'end' }): Promise<void> {
  const arrived = once(server.app.server, 'request');
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  const headers = Object.entries(client.headers()).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/documents HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers.join('')}`);
  socket.write(`Content-Type: ${request.type}\r\n${request.length}\r\n\r\n${request.body}`);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const [received] = (await arrived) as [IncomingMessage];
  // The server is reading the body.
  await expect.poll(() => received.listenerCount('data'), { timeout: 10_000 }).toBeGreaterThan(0);
  if (request.leave === 'reset') socket.resetAndDestroy();
  else socket.end();
  await closed;
}

function connectionsOf({ app }: TestServer): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
}

const MULTIPART = 'multipart/form-data; boundary=b';
const LENGTH = 'Content-Length: 100000';
const CHUNKED = 'Transfer-Encoding: chunked';
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('an upload whose sender goes away', () => {
  it.each([
    ['a file, cut by a reset', { type: MULTIPART, body: PART, length: LENGTH, leave: 'reset' }],
    ['a file, ended early', { type: MULTIPART, body: PART, length: LENGTH, leave: 'end' }],
    ['a file in chunks, cut by a reset', { type: MULTIPART, body: chunk(PART), length: CHUNKED, leave: 'reset' }],
    ['a file in chunks, ended early', { type: MULTIPART, body: chunk(PART), length: CHUNKED, leave: 'end' }],
    ['JSON, cut by a reset', { type: 'application/json', body: '{"title":', length: LENGTH, leave: 'reset' }],
    ['JSON, ended early', { type: 'application/json', body: '{"title":', length: LENGTH, leave: 'end' }],
    [
      'a form, cut by a reset',
      { type: 'application/x-www-form-urlencoded', body: 'a=', length: LENGTH, leave: 'reset' },
    ],
  ] as const)('is no error in the log: %s', async (_name, request) => {
    lines.length = 0;
    await abandon(request);
    await expect.poll(() => connectionsOf(server), { timeout: 10_000 }).toBe(0);
    // By the end of another request, the server has logged what it logs about the first.
    expect((await client.get('/api/user')).statusCode).toBe(200);
    const loud = lines.filter((line) => (JSON.parse(line) as { level: number }).level > 30 || line.includes('"stack"'));
    expect(loud).toEqual([]);
  });
});
