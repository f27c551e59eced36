// Bodies and queries of very many values are refused by their text, before they are parsed.

import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { headOf, reading } from '../harness/raw-http.ts';
import { arrive, type TestClient } from '../harness/test-client.ts';

let server: TestServer;
let stranger: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  stranger = await arrive(server.app);
});
afterAll(() => server.close());

const MANY = 150_000;
const named = Array.from({ length: MANY }, (_, n) => `k${n}`);
const bodies: Record<string, readonly [type: string, body: string]> = {
  'JSON of 150,000 keys': ['application/json', JSON.stringify(Object.fromEntries(named.map((name) => [name, 1])))],
  'JSON of 900,000 items': ['application/json', `{"email":[${'1,'.repeat(900_000)}1]}`],
  'JSON of 1,900,000 levels': ['application/json', '['.repeat(1_900_000)],
  'a form of 150,000 fields': ['application/x-www-form-urlencoded', named.map((name) => `${name}=1`).join('&')],
  'a form of 1,900,000 empty fields': ['application/x-www-form-urlencoded', '&'.repeat(1_900_000)],
  'a form with a name of 1,900,000 brackets': ['application/x-www-form-urlencoded', `a${'[]'.repeat(950_000)}=1`],
};

describe('a body of very many values from a client that is not logged in', () => {
  it.each(Object.entries(bodies))('%s is refused with 400', async (_name, [type, payload]) => {
    const answer = await stranger.inject({
      method: 'POST',
      url: PATHS.login,
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ message: 'O pedido não pôde ser lido.' });
  });
});

describe('an address', () => {
  it.each([
    ['of 4,000 fields', 'a=1&'.repeat(4000)],
    ['that nests too deep', 'a[b][c][d][e][f]=1'],
    ['with an endless name', `${'a'.repeat(1000)}=1`],
  ])('an address %s is refused with 400, and the server keeps working', async (_name, query) => {
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const { text } = reading(socket);
    socket.write(headOf({ path: `${PATHS.humanVerification}?${query}` }));
    await expect.poll(text).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
    expect((await server.app.inject(PATHS.health)).statusCode).toBe(200);
  });
});
