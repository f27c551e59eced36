// A large body that is refused before it has arrived: the client gets the answer, whatever it does
// meanwhile, and the server drops a bounded number of bytes.

import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import { openDiskStore } from '#server/files/disk-store.ts';
import { ARRIVING_MAX_BYTES } from '#server/http/plugins/early-answers.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { chunkOf, headOf, open, reading } from '../harness/raw-http.ts';
import { arrive, type TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const MIB = 1024 * 1024;
const PATIENT = { timeout: 60_000 };

let server: TestServer;
let world: World;
let ana: TestClient;
let stranger: TestClient;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-early-'));
  server = await startTestServer({ files: await openDiskStore(folder) });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  world = await createWorld(server);
  ana = await world.as(world.pmvi.people.ana);
  stranger = await arrive(server.app);
});
afterAll(async () => {
  await world.close();
  await server.close();
  await rm(folder, { recursive: true });
});

type RefusedRequest = {
  readonly path: string;
  readonly status: number;
  readonly headers: () => Record<string, string>;
  readonly body: Buffer;
};

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=b' };
const part = (name: string): string =>
  `--b\r\nContent-Disposition: form-data; name="files[]"; filename="${name}"\r\n\r\n`;
/** Four files of 15.5 MB: each is allowed, all together are not. */
const FORM = Buffer.concat([
  ...['a', 'b', 'c', 'd'].flatMap((name) => [
    Buffer.from(part(`${name}.txt`)),
    Buffer.alloc(15.5 * MIB, 'a'),
    Buffer.from('\r\n'),
  ]),
  Buffer.from('--b--\r\n'),
]);
const JSON_TEXT = Buffer.concat([Buffer.from('{"content":"'), Buffer.alloc(62 * MIB, 'x'), Buffer.from('"}')]);

const known = () => ana.headers();
const unknown = () => stranger.headers();
const REFUSED: Record<string, RefusedRequest> = {
  'a form for the login': {
    path: PATHS.login,
    status: 413,
    headers: () => ({ ...unknown(), ...FORM_TYPE }),
    body: FORM,
  },
  'JSON for the login': {
    path: PATHS.login,
    status: 413,
    headers: () => ({ ...unknown(), ...JSON_TYPE }),
    body: JSON_TEXT,
  },
  'a form for a document': {
    path: PATHS.documents,
    status: 413,
    headers: () => ({ ...known(), ...FORM_TYPE }),
    body: FORM,
  },
  'JSON for a document': {
    path: PATHS.documents,
    status: 413,
    headers: () => ({ ...known(), ...JSON_TYPE }),
    body: JSON_TEXT,
  },
  'a form by a stranger': {
    path: PATHS.documents,
    status: 401,
    headers: () => ({ ...unknown(), ...FORM_TYPE }),
    body: FORM,
  },
  'a form without its token': { path: PATHS.documents, status: 419, headers: () => FORM_TYPE, body: FORM },
  'a form for nowhere': {
    path: '/api/nowhere',
    status: 404,
    headers: () => ({ ...known(), ...FORM_TYPE }),
    body: FORM,
  },
};
const TOO_LARGE = Object.entries(REFUSED).filter(([, { status }]) => status === 413);

/** Writes all pieces and reads nothing meanwhile; rejects when the connection breaks. */
async function writeAll(socket: Socket, pieces: Iterable<Buffer | string>): Promise<void> {
  const broken = new Promise<never>((_resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed while writing')));
  });
  broken.catch(() => undefined);
  for (const piece of pieces) if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), broken]);
}

function* piecesOf(body: Buffer, chunked: boolean): Generator<Buffer | string> {
  for (let at = 0; at < body.length; at += MIB) {
    const piece = body.subarray(at, at + MIB);
    yield chunked ? chunkOf(piece) : piece;
  }
  if (chunked) yield '0\r\n\r\n';
}

const address = (path: string): string =>
  `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}${path}`;

/** The answer to a client that reads only after it has sent the whole body. */
async function answerTo(
  { path, headers, body }: RefusedRequest,
  how: { chunked?: boolean; connection?: string },
): Promise<string> {
  const { chunked = false, connection = 'keep-alive' } = how;
  const length = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) };
  const socket = await open(server.app);
  socket.write(headOf({ method: 'POST', path, headers: { ...headers(), ...length, connection } }));
  await writeAll(socket, piecesOf(body, chunked));
  const { text } = reading(socket);
  await expect.poll(text, PATIENT).toMatch(/\r\n\r\n\{[^]*\}$/);
  socket.destroy();
  return text();
}

describe('62 MB that are refused are answered', () => {
  it.each(Object.entries(REFUSED))(
    'a client that reads after it has sent 62 MB gets the refusal: %s',
    PATIENT,
    async (_name, refused) => {
      expect(await answerTo(refused, {})).toContain(`HTTP/1.1 ${refused.status} `);
    },
  );

  it.each(TOO_LARGE)('a client that sends 62 MB in chunks gets the refusal: %s', PATIENT, async (_name, refused) => {
    expect(await answerTo(refused, { chunked: true })).toContain(`HTTP/1.1 ${refused.status} `);
  });

  it.each(TOO_LARGE)(
    'a client that sends 62 MB with Connection: close gets the refusal: %s',
    PATIENT,
    async (_name, refused) => {
      expect(await answerTo(refused, { connection: 'close' })).toContain(`HTTP/1.1 ${refused.status} `);
    },
  );

  it.each(Object.entries(REFUSED))(
    'fetch with a body of 62 MB gets the refusal: %s',
    PATIENT,
    async (_name, { path, status, headers, body }) => {
      const answer = await fetch(address(path), { method: 'POST', headers: headers(), body: new Uint8Array(body) });
      expect(answer.status).toBe(status);
      expect(await answer.json()).toHaveProperty('message');
    },
  );
});

test('an early answer arrives before the body, whatever the client would decompress', PATIENT, async () => {
  const { path, headers, body } = REFUSED['a form by a stranger'] as RefusedRequest;
  const socket = await open(server.app);
  const { text } = reading(socket);
  const length = { 'content-length': String(body.length), 'accept-encoding': 'gzip, br' };
  socket.write(headOf({ method: 'POST', path, headers: { ...headers(), ...length } }));
  await expect.poll(text, PATIENT).toMatch(/^HTTP\/1\.1 401 [^]*\r\n\r\n\{[^]*\}$/);
  socket.destroy();
});

describe('what is dropped', () => {
  it('a dropped body leaves the connection usable for the next request', PATIENT, async () => {
    const bytes = FORM;
    const socket = await open(server.app);
    const { text } = reading(socket);
    const length = { 'content-length': String(bytes.length) };
    socket.write(headOf({ method: 'POST', path: PATHS.documents, headers: { ...unknown(), ...FORM_TYPE, ...length } }));
    await writeAll(socket, piecesOf(bytes, false));
    socket.write(headOf({ path: PATHS.health }));
    await expect.poll(text, PATIENT).toMatch(/^HTTP\/1\.1 401 [^]*HTTP\/1\.1 200 OK[^]*\{"status":"ok",[^{}]*\}$/);
    socket.destroy();
  });

  it.each([
    ['answered', PATHS.documents, unknown, 'HTTP/1.1 401 '],
    ['that never begins a part', PATHS.login, unknown, ''],
  ])('the server stops reading a body %s that does not end', PATIENT, async (_name, path, headersOf, first) => {
    const socket = await open(server.app);
    const { text, ended } = reading(socket);
    const headers = { ...headersOf(), ...FORM_TYPE, 'transfer-encoding': 'chunked' };
    socket.write(headOf({ method: 'POST', path, headers }));
    const chunk = chunkOf(Buffer.alloc(MIB, 'x'));
    let sent = 0;
    const endless = function* () {
      while (true) {
        sent += MIB;
        yield chunk;
      }
    };
    await expect(writeAll(socket, endless())).rejects.toThrow(/EPIPE|ECONNRESET|closed/);
    await ended;
    expect(sent).toBeGreaterThan(ARRIVING_MAX_BYTES / 2);
    expect(text().slice(0, first.length)).toBe(first);
    socket.destroy();
  });

  it.concurrent.each([
    ['nothing of it comes any more', () => undefined],
    ['it comes a byte at a time', (socket: Socket) => void socket.write('x')],
  ])('a connection with a refused body is closed within seconds when %s', PATIENT, async (_name, act) => {
    const socket = await open(server.app);
    const { text, ended } = reading(socket);
    const length = { 'content-length': String(FORM.length) };
    socket.write(headOf({ method: 'POST', path: PATHS.documents, headers: { ...unknown(), ...FORM_TYPE, ...length } }));
    await expect.poll(text, PATIENT).toMatch(/^HTTP\/1\.1 401 /);
    const refusedAt = performance.now();
    const drops = setInterval(() => act(socket), 200);
    await ended;
    clearInterval(drops);
    // Far below the minute of silence after which any connection is closed.
    expect(performance.now() - refusedAt).toBeLessThan(server.app.server.timeout / 2);
    socket.destroy();
  });

  it('a dropped body leaves no file', async () => {
    await expect.poll(() => readdir(join(folder, 'incoming')), PATIENT).toEqual([]);
  });
});
