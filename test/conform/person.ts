// A person of the kit: cookies, CSRF token and the proof of work of the login, over plain HTTP to any server that keeps the
// contract. Nothing here knows how our server is made.

import { request as insecure, type ClientRequest } from 'node:http';
import { request as secure } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Broken } from './broken.ts';
import type { Call, Reply } from './call.ts';

export type Person = {
  readonly call: (call: Call) => Promise<Reply>;
  /** Sends the request and turns away as soon as the answer begins: the effect exists, and its author heard nothing. */
  readonly callAndHangUp: (call: Call) => Promise<void>;
  /** Sends this share of the body's bytes, 0…1, and drops the connection. The head announces the whole length. */
  readonly callAndCut: (call: Call, share: number) => Promise<void>;
  readonly headers: () => Record<string, string>;
};

/** Somebody who has not logged in: the session holds only a CSRF token. */
export async function arrive(server: URL): Promise<Person> {
  const jar = new Map<string, string>();
  const headers = (): Record<string, string> => ({
    Accept: 'application/json',
    Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    'X-XSRF-TOKEN': decodeURIComponent(jar.get('XSRF-TOKEN') ?? ''),
  });
  const person: Person = {
    headers,
    async call(given) {
      for (;;) {
        const { method, body, head } = await prepared(given, headers());
        const response = await fetch(new URL(given.path, server), { method, body, headers: head, redirect: 'manual' });
        for (const cookie of response.headers.getSetCookie()) {
          const [pair = ''] = cookie.split(';');
          jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        const text = await response.text();
        const seconds = Number(response.headers.get('Retry-After'));
        // A server may defend itself against the kit; the case goes on when it lets it.
        if (response.status === 429 && seconds > 0) await wait(seconds * 1000);
        else return { status: response.status, text, json: jsonOf(text), header: (name) => response.headers.get(name) };
      }
    },
    async callAndHangUp(given) {
      const { request, body } = await opened(server, { given, headers: headers() });
      await new Promise<void>((resolve) => {
        request.once('response', () => resolve(void request.destroy()));
        request.once('error', () => resolve());
        request.end(body);
      });
    },
    async callAndCut(given, share) {
      const { request, body } = await opened(server, { given, headers: headers() });
      const sent = body.subarray(0, Math.floor(body.length * share));
      await new Promise<void>((resolve) => {
        request.once('close', resolve);
        request.once('error', () => resolve());
        request.once('response', (response) => response.resume());
        request.flushHeaders();
        request.write(sent, () => request.destroy());
      });
    },
  };
  await person.call({ path: '/sanctum/csrf-cookie' });
  return person;
}

/** Logs in. @throws Broken when the server refuses, with its answer. */
export async function logIn(server: URL, account: { email: string; password: string }): Promise<Person> {
  const person = await arrive(server);
  const challenge = (await person.call({ path: '/api/human-verification' })).json as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  const token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const reply = await person.call({ method: 'POST', path: '/login', body: { ...account, token } });
  if (reply.status !== 200) throw new Broken(`the login of ${account.email} answers ${reply.status}: ${reply.text}`);
  return person;
}

async function prepared({ method = 'GET', body, headers = {} }: Call, own: Record<string, string>) {
  const isPlain = body instanceof FormData || body instanceof Uint8Array;
  const sent = body === undefined || isPlain ? body : JSON.stringify(body);
  const type = typeof sent === 'string' ? { 'Content-Type': 'application/json' } : {};
  return { method, body: (sent ?? null) as BodyInit | null, head: { ...own, ...type, ...headers } };
}

/** A request whose sending is in the caller's hands, and the bytes of its body. */
async function opened(
  server: URL,
  { given, headers }: { given: Call; headers: Record<string, string> },
): Promise<{ request: ClientRequest; body: Buffer }> {
  const { method, body, head } = await prepared(given, headers);
  const message = new Request(new URL(given.path, server), { method, body, headers: head });
  const bytes = Buffer.from(await message.arrayBuffer());
  const all = { ...head, 'Content-Type': message.headers.get('Content-Type') ?? '', 'Content-Length': bytes.length };
  const request = (server.protocol === 'https:' ? secure : insecure)(message.url, { method, headers: all });
  request.on('error', () => undefined);
  return { request, body: bytes };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
