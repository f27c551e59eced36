// Arrivals that do not wait for answers, like people who press a button: each request leaves at its
// own time, and its time counts from when it was due.

import { Agent, request as send } from 'node:http';

export type Call = {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type Answer = {
  /** When it was due, in milliseconds since the first arrival. */
  readonly dueAt: number;
  readonly tookMs: number;
  /** 0 without an answer. */
  readonly status: number;
  readonly retryAfter: string | undefined;
};

const PATIENCE_MS = 10_000;
const TICK_MS = 4;

/**
 * Sends requests made by `next`, `rate` per second, for `seconds`. Resolves when all are answered
 * or given up. `agent` keeps its connections afterwards; without one each call opens its own.
 */
export async function offer(
  server: string,
  { next, rate, seconds, ...given }: { next: () => Call; rate: number; seconds: number; agent?: Agent },
): Promise<Answer[]> {
  const { hostname: host, port } = new URL(server);
  const agent = given.agent ?? new Agent({ keepAlive: true });
  const started = performance.now();
  const answer = (call: Call, dueAt: number): Promise<Answer> =>
    new Promise((resolve) => {
      const done = (status: number, retryAfter?: string): void =>
        resolve({ dueAt, tookMs: performance.now() - started - dueAt, status, retryAfter });
      const { path, method = 'GET', headers, body } = call;
      const sent = send({ host, port, agent, path, method, headers, timeout: PATIENCE_MS }, (response) => {
        response.resume();
        response.on('end', () => done(response.statusCode ?? 0, response.headers['retry-after']));
        response.on('error', () => done(0));
      });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => done(0));
      sent.end(body);
    });
  const answers: Promise<Answer>[] = [];
  const total = Math.round(rate * seconds);
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      // The first request is due at once.
      const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * rate) + 1);
      while (answers.length < due) answers.push(answer(next(), (answers.length * 1000) / rate));
      if (answers.length < total) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  const all = await Promise.all(answers);
  if (given.agent === undefined) agent.destroy();
  return all;
}
