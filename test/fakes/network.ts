// The network between a device and the model server, with its faults. The test draws the fault of
// each request once. A request whose device has given up still reaches the server.

import { HEADERS } from '#contract/sync.ts';
import { CSRF_MISMATCH, problem, UNAUTHENTICATED, type WireAnswer } from './model-server/answers.ts';
import type { Model } from './model-server/model.ts';
import { answer } from './model-server/model-server.ts';
import type { WireRequest } from './model-server/wire-request.ts';
import type { Answer } from '#sync/reading.ts';
import type { Call } from '#sync/runtime.ts';
import type { Carry } from '#sync/client.ts';

export type Fate =
  | 'passes'
  /** Lost on its way to the server. */
  | 'request-lost'
  /** Arrives with changed bytes, where it carries bytes. */
  | 'damaged'
  /** The server did it, and its answer was lost. */
  | 'answer-lost'
  /** Lost for the device, but it arrives at the server later, after others (reordering). */
  | 'arrives-late'
  /** Arrives twice. */
  | 'doubled'
  /** Done, and then the server answers 500. */
  | 'fails-after'
  /** Answered with 200 and truncated JSON. */
  | 'answer-damaged'
  /** A login form of the network in its own JSON: 200. */
  | 'foreign-json'
  /** A login page of the network: 200 with HTML. */
  | 'portal'
  /** An interception by a redirect. */
  | 'redirect'
  /** Done, but the tab that sent it is frozen, and learns of the loss when it resumes. */
  | 'frozen'
  /** No answer until the device gives up. */
  | 'hangs'
  | 'status-500'
  | 'status-503'
  | 'status-408'
  | 'status-429'
  | 'status-401'
  | 'status-419'
  /** A proxy's own page: 403 or 404 that is not ours. */
  | 'proxy-403'
  | 'proxy-404';

export type Session = { userId: number; csrf: string } | null;

/** `jar`: the cookies of a device. */
type OnNetwork = { readonly jar: { session: Session }; readonly fate: (request: WireRequest) => Fate };

export type Network = {
  /** What a device's tabs and worker call as `fetch`. */
  fetchFor(device: OnNetwork): typeof fetch;
  /** The network below the client, without the objects of `fetch`. */
  carryFor(device: OnNetwork): Carry;
  /** Delivers the delayed requests, in the order that the test wants. */
  deliverLate(pickIndex: (count: number) => number): Promise<void>;
  lateCount(): number;
  /** Frozen tabs resume and learn that their answer is lost. */
  thaw(): void;
  frozenCount(): number;
};

export type NetworkParts = {
  readonly model: () => Model;
  /** Advances the clock for a request that hangs. */
  readonly wait: (ms: number) => void;
};

const HANG_MS = 600_000;

export function createNetwork({ model, wait }: NetworkParts): Network {
  const late: (() => Promise<unknown>)[] = [];
  let frozen: (() => void)[] = [];

  async function reach(request: WireRequest, session: Session): Promise<WireAnswer> {
    if (request.path === '/health') return { status: 200, json: { status: 'ok' } };
    if (request.path === '/sanctum/csrf-cookie') {
      return { status: 204, headers: { [HEADERS.csrf]: session?.csrf ?? 'guest' } };
    }
    if (request.method !== 'GET' && request.header(HEADERS.csrf) !== (session?.csrf ?? 'guest')) return CSRF_MISMATCH;
    if (session === null) return UNAUTHENTICATED;
    return answer(model(), { request, userId: session.userId });
  }

  return {
    lateCount: () => late.length,
    frozenCount: () => frozen.length,
    thaw() {
      for (const wake of frozen) wake();
      frozen = [];
    },
    async deliverLate(pickIndex) {
      while (late.length > 0) await late.splice(pickIndex(late.length), 1)[0]?.();
    },
    fetchFor: (device) => async (input, init) =>
      responseOf(await carried(requestOf(input, init), { ...device, signal: init?.signal ?? null })),
    carryFor: (device) => async (call, csrf) => {
      const request = requestOfCall(call, csrf);
      try {
        return replyOf(await carried(request, { ...device, signal: call.signal ?? null }));
      } catch {
        const reason = call.signal?.aborted === true ? 'aborted' : 'network';
        return { kind: 'failure', sent: call.method !== 'GET', reason };
      }
    },
  };

  /** The answer of a request; throws what `fetch` throws when none arrives. */
  async function carried(request: WireRequest, { jar, fate, signal }: CarriedRequest): Promise<WireAnswer> {
    // A request carries the cookies of this moment, even if the session ends later.
    const { session } = jar;
    const drawn = fate(request);
    if (isAnswered(drawn)) return ANSWERED[drawn];
    const arrive = () => reach(request, session);
    switch (drawn) {
      case 'passes':
        return arrive();
      case 'damaged':
        return reach(damaged(request), session);
      case 'doubled':
        await arrive();
        return arrive();
      case 'answer-lost':
        await arrive();
        throw new TypeError('Failed to fetch');
      case 'frozen':
        await arrive();
        await new Promise<void>((resolve) => frozen.push(resolve));
        throw new TypeError('Failed to fetch');
      case 'fails-after':
        await arrive();
        return problem(500, { message: 'Erro.' });
      case 'arrives-late':
        late.push(arrive);
        throw new TypeError('Failed to fetch');
      case 'request-lost':
        throw new TypeError('Failed to fetch');
      case 'hangs':
        return hang(signal);
    }
  }

  /** Longer than any caller waits. */
  async function hang(signal: AbortSignal | null): Promise<never> {
    if (signal?.aborted !== true) wait(HANG_MS);
    throw new DOMException('aborted', 'AbortError');
  }
}

type CarriedRequest = OnNetwork & { readonly signal: AbortSignal | null };

/** Answers that do not come from the server. */
const ANSWERED = {
  'foreign-json': { status: 200, json: { login: true } },
  'answer-damaged': { status: 200, headers: { 'Content-Type': 'application/json' }, html: '{"changes":[{"coll' },
  portal: page(200),
  redirect: { status: 302, headers: { Location: 'https://portal.example/' } },
  'proxy-403': page(403),
  'proxy-404': page(404),
  'status-401': UNAUTHENTICATED,
  'status-419': CSRF_MISMATCH,
  'status-429': { ...problem(429, { message: 'Devagar.' }), headers: { 'Retry-After': '20' } },
  'status-503': { ...problem(503, { message: 'Volte logo.' }), headers: { 'Retry-After': '5' } },
  'status-408': problem(408, { message: 'Demorou.' }),
  'status-500': problem(500, { message: 'Erro.' }),
} satisfies Partial<Record<Fate, WireAnswer>>;

function isAnswered(fate: Fate): fate is keyof typeof ANSWERED {
  return Object.hasOwn(ANSWERED, fate);
}

function damaged(request: WireRequest): WireRequest {
  const { body } = request;
  if (!(body instanceof Blob) || body.size === 0) return request;
  return { ...request, body: new Blob([body.slice(0, -1), new Uint8Array([0])]) };
}

function page(status: number): WireAnswer {
  return { status, headers: { 'Content-Type': 'text/html' }, html: '<!doctype html><title>Entrar na rede</title>' };
}

function responseOf({ status, json, html, headers }: WireAnswer): Response {
  const body = html ?? (json === undefined ? null : JSON.stringify(json));
  return new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

function replyOf({ status, json, headers }: WireAnswer): Answer {
  const redirected = status >= 300 && status < 400;
  return { kind: 'reply', status, redirected, json, header: (name) => headers?.[name] ?? null };
}

function requestOfCall(
  { method, path, query, headers, body }: Call,
  csrf: Readonly<Record<string, string>>,
): WireRequest {
  const all = { ...csrf, ...headers };
  return {
    method,
    path,
    query: new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])),
    header: (name) => all[name] ?? null,
    form: body instanceof FormData ? body : null,
    body: body === undefined || body instanceof FormData ? null : body instanceof Blob ? body : JSON.stringify(body),
  };
}

function requestOf(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): WireRequest {
  const url = new URL(input instanceof Request ? input.url : input, 'https://malote.example');
  const headers = new Headers(init?.headers);
  return {
    method: init?.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    header: (name) => headers.get(name),
    form: init?.body instanceof FormData ? init.body : null,
    body: init?.body instanceof Blob || typeof init?.body === 'string' ? init.body : null,
  };
}
