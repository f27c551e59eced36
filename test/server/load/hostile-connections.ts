// Connections that no honest client makes: broken, cut, answered early, pipelined, slow, longer or
// shorter than declared. Each connection ends by itself or is ended by this file; a test waits for
// it at most LIFE_MAX_MS.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { PATHS } from '#contract/paths.ts';
import type { Dice } from '../bodies/fuzz-values.ts';
import { chunkOf, headOf, open } from '../harness/raw-http.ts';

const LIFE_MAX_MS = 1500;
const BOUNDARY = 'multipart/form-data; boundary=b';
const FORM = '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\na@b.example\r\n--b--\r\n';
const UPLOAD = '--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.txt"\r\n\r\n';
const JSON_BODY = '{"email":"a@b.example","password":"x","token":"x"}';

export type Hostile = {
  readonly app: FastifyInstance;
  readonly dice: Dice;
  /** Headers of a client that is not logged in, and of one that is. */
  readonly stranger: Readonly<Record<string, string>>;
  readonly person: Readonly<Record<string, string>>;
};

type Act = (socket: Socket, hostile: Hostile) => void;

const post = (path: string, headers: Readonly<Record<string, string>>): string =>
  headOf({ method: 'POST', path, headers });
const form = (length: number) => ({ 'content-type': BOUNDARY, 'content-length': String(length) });
const json = (length: number) => ({ 'content-type': 'application/json', 'content-length': String(length) });
const chunked = { 'content-type': BOUNDARY, 'transfer-encoding': 'chunked' };

const MALFORMED = [
  'NONSENSE\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: x\r\nbroken header\r\n\r\n',
  `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
  'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
  'CONNECT elsewhere:443 HTTP/1.1\r\nhost: elsewhere\r\n\r\n',
  'GET /health HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  'GET /api/user?a[b][c][d][e][f]=1 HTTP/1.1\r\nhost: x\r\n\r\n',
];

/** What the client does with an open connection. */
export const ACTS: Readonly<Record<string, Act>> = {
  malformed: (socket, { dice }) => void socket.write(dice.pick(MALFORMED)),
  'longer than it says': (socket, { stranger }) =>
    void socket.write(post(PATHS.login, { ...stranger, ...form(40) }) + FORM),
  'shorter than it says, then closed': (socket, { stranger }) =>
    void socket.end(post(PATHS.login, { ...stranger, ...form(4000) }) + FORM),
  'shorter than it says, then gone': (socket, { stranger }) =>
    void socket.write(post(PATHS.login, { ...stranger, ...json(4000) }) + JSON_BODY, () => socket.destroy()),
  'all sent, then gone': (socket, { stranger }) =>
    void socket.write(post(PATHS.login, { ...stranger, ...json(JSON_BODY.length) }) + JSON_BODY, () =>
      socket.destroy(),
    ),
  'all sent, then closed': (socket, { stranger }) =>
    void socket.end(post(PATHS.login, { ...stranger, ...form(FORM.length) }) + FORM),
  'a question, then gone': (socket, { person, dice }) => {
    socket.write(headOf({ path: dice.pick([PATHS.documents, PATHS.user, PATHS.changes]), headers: person }));
    setTimeout(() => socket.destroy(), dice.below(20));
  },
  'an upload cut in a chunk': (socket, { person, dice }) => {
    socket.write(post(PATHS.documents, { ...person, ...chunked }));
    socket.write(chunkOf(UPLOAD + 'a'.repeat(5000)).subarray(0, 200 + dice.below(4800)));
    setTimeout(() => socket.destroy(), dice.below(50));
  },
  'an upload whose coding breaks': (socket, { person }) => {
    socket.write(post(PATHS.documents, { ...person, ...chunked }));
    socket.write(chunkOf(UPLOAD + 'a'.repeat(5000)));
    socket.write('not a length\r\n');
  },
  'an upload that is closed halfway': (socket, { person }) =>
    void socket.end(post(PATHS.documents, { ...person, ...form(90_000) }) + UPLOAD + 'a'.repeat(9000)),
  'answered early, and sending on': (socket, { dice }) => {
    socket.write(post(PATHS.documents, { ...form(10_000_000) }));
    for (let times = dice.below(20); times > 0; times -= 1) socket.write(Buffer.alloc(10_000, 'a'));
    setTimeout(() => socket.destroy(), dice.below(50));
  },
  'too large, and sending on': (socket, { stranger, dice }) => {
    socket.write(post(PATHS.login, { ...stranger, ...json(10_000_000) }));
    for (let times = dice.below(20); times > 0; times -= 1) socket.write(Buffer.alloc(10_000, 'a'));
    setTimeout(() => socket.end(), dice.below(50));
  },
  'too large, and all of it sent': (socket, { stranger }) => {
    socket.write(post(PATHS.login, { ...stranger, ...json(2_200_000) }));
    socket.write(Buffer.alloc(2_200_000, ' '));
  },
  pipelined: (socket, { person, stranger, dice }) => {
    const question = headOf({ path: PATHS.user, headers: person });
    const login = post(PATHS.login, { ...stranger, ...json(JSON_BODY.length) }) + JSON_BODY;
    socket.write(question.repeat(1 + dice.below(5)) + login + question + dice.pick(['', 'NONSENSE\r\n\r\n']));
    setTimeout(() => socket.destroy(), dice.below(100));
  },
  slow: (socket, { stranger }) => {
    socket.write(post(PATHS.login, { ...stranger, ...json(1000) }));
    const drops = setInterval(() => socket.write(' '), 20);
    socket.once('close', () => clearInterval(drops));
  },
  'never reading': (socket, { person }) => {
    socket.pause();
    socket.write(headOf({ path: PATHS.documents, headers: person }).repeat(10));
  },
};

/** Makes one connection of the kind; resolves once it is closed. */
export async function beHostile(act: Act, hostile: Hostile): Promise<void> {
  const socket = await open(hostile.app);
  socket.resume();
  socket.once('end', () => socket.end());
  const life = setTimeout(() => socket.destroy(), 200 + hostile.dice.below(LIFE_MAX_MS - 200));
  act(socket, hostile);
  if (!socket.closed) await once(socket, 'close').catch(() => undefined);
  clearTimeout(life);
}
