// A client as a person uses it: cookies, CSRF token, and the proof of work of the login form.

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

type Write = (
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  ...target: [url: string, body?: object]
) => Promise<LightMyRequestResponse>;

export type TestClient = {
  readonly userId: number;
  /** app.inject with this person's cookies and token; `options.headers` override them. */
  readonly inject: (options: InjectOptions) => Promise<LightMyRequestResponse>;
  readonly get: (url: string) => Promise<LightMyRequestResponse>;
  /** Writes with a JSON body. */
  readonly send: Write;
  readonly headers: () => Record<string, string>;
};

/** A client that has not logged in: its session holds only a CSRF token. */
export async function arrive(app: FastifyInstance): Promise<TestClient> {
  const jar = new Map<string, string>();
  const headers = (): Record<string, string> => ({
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': decodeURIComponent(jar.get('XSRF-TOKEN') ?? ''),
  });
  const send = async (options: InjectOptions): Promise<LightMyRequestResponse> => {
    const response = await app.inject({ ...options, headers: { ...headers(), ...options.headers } });
    for (const cookie of response.cookies) jar.set(cookie.name, cookie.value);
    return response;
  };
  await send({ method: 'GET', url: '/sanctum/csrf-cookie' });
  return {
    userId: 0,
    inject: send,
    headers,
    get: (url) => send({ method: 'GET', url }),
    send: (method, ...[url, body]) => send({ method, url, ...(body === undefined ? {} : { payload: body }) }),
  };
}

/** A solved challenge as the widget sends it. */
export async function solvedToken(client: TestClient): Promise<string> {
  const challenge = (await client.get('/api/human-verification')).json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Logs in; throws an error with the answer when the login fails. */
export async function logIn(app: FastifyInstance, account: { email: string; password: string }): Promise<TestClient> {
  const client = await arrive(app);
  const response = await client.send('POST', '/login', { ...account, token: await solvedToken(client) });
  if (response.statusCode !== 200) throw new Error(`login answered ${response.statusCode}: ${response.body}`);
  return { ...client, userId: response.json<{ user: { id: number } }>().user.id };
}
