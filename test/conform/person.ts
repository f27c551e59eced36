// A person of the kit: cookies, CSRF token and the proof of work of the login, over plain HTTP to
// any server that keeps the contract. Nothing here depends on how our server is built.

import { request as insecure, type ClientRequest } from 'node:http';
import { request as secure } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { PATHS } from '#contract/paths.ts';
import * as v from 'valibot';
import { Broken, said } from './broken.ts';
import type { Call, Reply, Server } from './call.ts';

export type Person = {
  /** @throws Broken when no answer comes. */
  readonly call: (call: Call) => Promise<Reply>;
  /**
   * Sends the request and closes the connection as soon as the answer begins: the effect exists,
   * and its author has no answer.
   */
  readonly callAndHangUp: (call: Call) => Promise<void>;
  /**
   * Sends this share of the body's bytes, 0…1, and drops the connection. The header announces the
   * whole length.
   */
  readonly callAndCut: (call: Call, share: number) => Promise<void>;
  readonly headers: () => Record<string, string>;
};

export type Account = { readonly email: string; readonly password: string };

/** The kit does not wait longer than this, even if the server asks for it. */
const THROTTLE_SECONDS = 90;
const TOKEN = 'X-XSRF-TOKEN';

/** A visitor without a login: the session holds only a CSRF token. */
export async function arrive(server: Server): Promise<Person> {
  const jar = new Map<string, string>();
  const headers = (): Record<string, string> => ({
    Accept: 'application/json',
    Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    [TOKEN]: decodeURIComponent(jar.get('XSRF-TOKEN') ?? ''),
  });
  async function once(given: Call): Promise<Reply> {
    const { method, body, head } = await prepared(given, headers());
    const signal = AbortSignal.timeout(server.patienceMs);
    try {
      const url = new URL(given.path, server.url);
      const response = await fetch(url, { method, body, headers: head, redirect: 'manual', signal });
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const bytes = Buffer.from(await response.arrayBuffer());
      const text = bytes.toString();
      return { status: response.status, bytes, text, json: jsonOf(text), header: (name) => response.headers.get(name) };
    } catch (error) {
      throw new Broken(unanswered(error, { server, asked: `${method} ${given.path}` }));
    }
  }
  const newToken = () => once({ path: PATHS.csrfCookie });
  const person: Person = {
    headers,
    async call(given) {
      for (let tokens = 0; ;) {
        const reply = await once(given);
        const seconds = Number(reply.header('Retry-After'));
        // A server may limit the kit's requests; the case continues once the server allows it.
        if (reply.status === 429 && seconds > 0 && seconds <= THROTTLE_SECONDS) await wait(seconds * 1000);
        // A CSRF token may end at a login; the product requests a new one before it writes.
        else if (reply.status === 419 && given.headers?.[TOKEN] === undefined && tokens === 0) {
          tokens += 1;
          await newToken();
        } else return reply;
      }
    },
    async callAndHangUp(given) {
      await newToken();
      const { request, body } = await opened(server, { given, headers: headers() });
      await new Promise<void>((resolve) => {
        request.setTimeout(server.patienceMs, () => request.destroy());
        request.once('close', resolve);
        request.once('response', () => request.destroy());
        request.end(body);
      });
    },
    async callAndCut(given, share) {
      await newToken();
      const { request, body } = await opened(server, { given, headers: headers() });
      const sent = body.subarray(0, Math.floor(body.length * share));
      await new Promise<void>((resolve) => {
        request.setTimeout(server.patienceMs, () => request.destroy());
        request.once('close', resolve);
        request.once('error', () => resolve());
        request.once('response', (response) => response.resume());
        request.flushHeaders();
        request.write(sent, () => request.destroy());
      });
    },
  };
  await newToken();
  return person;
}

/** Logs in. @throws Broken when the server refuses, or is not the product. */
export async function logIn(server: Server, account: Account): Promise<Person> {
  const person = await arrive(server);
  const reply = await enter(person, account);
  if (reply.status >= 200 && reply.status < 300) return person;
  throw new Broken(
    reply.json === null
      ? `${server.url.origin} is no server with the product's calls: POST ${PATHS.login} is answered ${said(reply)}`
      : `the server does not let ${account.email} in: ${said(reply)}`,
  );
}

/**
 * The answer of POST /login, with the solution of the human check where the server requires one.
 */
export async function enter(person: Person, account: Account): Promise<Reply> {
  const token = await solution(person);
  return person.call({ method: 'POST', path: PATHS.login, body: { ...account, ...(token === null ? {} : { token }) } });
}

const Asked = v.looseObject({ parameters: v.looseObject({ nonce: v.string() }) });

/** The `token` of a login; null when the server has no human check. */
export async function solution(person: Person): Promise<string | null> {
  const { json } = await person.call({ path: PATHS.humanVerification });
  if (!v.is(Asked, json)) return null;
  const challenge = json as unknown as Challenge;
  return Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString(
    'base64',
  );
}

/** The reason why there is no answer, as a sentence. */
function unanswered(error: unknown, { server, asked }: { server: Server; asked: string }): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError')
    return `${server.url.origin} does not answer ${asked} within ${server.patienceMs / 1000} s`;
  return `${asked} gets no answer at ${server.url.origin} (${cause?.code ?? cause?.message ?? message})`;
}

async function prepared({ method = 'GET', body, headers = {} }: Call, own: Record<string, string>) {
  const isPlain = body instanceof FormData || body instanceof Uint8Array;
  const sent = body === undefined || isPlain ? body : JSON.stringify(body);
  const type = typeof sent === 'string' ? { 'Content-Type': 'application/json' } : {};
  return { method, body: (sent ?? null) as BodyInit | null, head: { ...own, ...type, ...headers } };
}

/** A request that the caller sends itself, and the bytes of its body. */
async function opened(
  server: Server,
  { given, headers }: { given: Call; headers: Record<string, string> },
): Promise<{ request: ClientRequest; body: Buffer }> {
  const { method, body, head } = await prepared(given, headers);
  const message = new Request(new URL(given.path, server.url), { method, body, headers: head });
  const bytes = Buffer.from(await message.arrayBuffer());
  const all = { ...head, 'Content-Type': message.headers.get('Content-Type') ?? '', 'Content-Length': bytes.length };
  const request = (server.url.protocol === 'https:' ? secure : insecure)(message.url, { method, headers: all });
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
