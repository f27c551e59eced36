// Every login needs a solved human check and a fresh anonymous session. The bench prepares all of
// them first and then keeps a constant number of logins in flight.

import { request as send, Agent } from 'node:http';
import { HEADERS } from '#contract/sync.ts';
import { PATHS } from '#contract/paths.ts';
import type { Throughput } from './turns.ts';
import { DEMO_PASSWORD, solveHumanCheck } from '../../e2e/api-client.ts';

export type PreparedLogin = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

const AT_A_TIME = 4;

export async function prepareLogins(
  baseUrl: string,
  options: { count: number; email: string },
): Promise<PreparedLogin[]> {
  const prepared: PreparedLogin[] = [];
  for (let index = 0; index < options.count; index += 1) {
    const start = await fetch(`${baseUrl}${PATHS.csrfCookie}`);
    const cookies = start.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
    const token = decodeURIComponent(cookies.find((one) => one.startsWith('XSRF-TOKEN='))?.slice(11) ?? '');
    const challenge = await fetch(`${baseUrl}${PATHS.humanVerification}`, { headers: { cookie: cookies.join('; ') } });
    const body = JSON.stringify({
      email: options.email,
      password: DEMO_PASSWORD,
      remember: false,
      token: await solveHumanCheck((await challenge.json()) as Parameters<typeof solveHumanCheck>[0]),
    });
    prepared.push({
      headers: {
        cookie: cookies.join('; '),
        [HEADERS.csrf]: token,
        accept: 'application/json',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      },
      body,
    });
  }
  return prepared;
}

/** Sends all logins. */
export async function sendPrepared(url: string, prepared: readonly PreparedLogin[]): Promise<Throughput> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  const waiting = [...prepared];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
        await post({ url, agent, prepared: next });
    }),
  );
  agent.destroy();
  return { count: prepared.length, seconds: (performance.now() - started) / 1000 };
}

function post({ url, agent, prepared }: { url: string; agent: Agent; prepared: PreparedLogin }): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = send(url, { method: 'POST', agent, headers: prepared.headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${answer.statusCode ?? 'no answer'}`)),
      );
    });
    request.on('error', reject);
    request.end(prepared.body);
  });
}
