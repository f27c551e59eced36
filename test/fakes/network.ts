// The way between a device and the model server, with everything that goes wrong on it. The test draws the fate of each
// request once. Requests whose answers no device waits for any more still reach the server.

import { HEADERS } from '#contract/sync.ts';
import { CSRF_MISMATCH, problem, UNAUTHENTICATED, type WireAnswer } from './model-server/answers.ts';
import type { Model } from './model-server/model.ts';
import { answer } from './model-server/model-server.ts';
import type { WireRequest } from './model-server/wire-request.ts';

export type Fate =
  | 'passes'
  /** Lost on its way to the server. */
  | 'request-lost'
  /** Arrives with other bytes than it had, where it brings bytes. */
  | 'damaged'
  /** The server did it, and its answer never came back. */
  | 'answer-lost'
  /** Lost for the device, but it arrives at the server later, after others (reorder). */
  | 'arrives-late'
  /** Arrives twice. */
  | 'doubled'
  /** Done, and then the server answers 500. */
  | 'fails-after'
  /** A login page of the network: 200 with HTML. */
  | 'portal'
  /** The same, by a redirect. */
  | 'redirect'
  /** Done, but the tab that asked is frozen: it learns of the loss only when it thaws. */
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

export type Network = {
  /** What a device's tabs and worker call as `fetch`; `jar` is its cookies. */
  fetchFor(device: { readonly jar: { session: Session }; readonly fate: (request: WireRequest) => Fate }): typeof fetch;
  /** Requests that were late arrive now, in any order that the test asks for. */
  deliverLate(pickIndex: (count: number) => number): Promise<void>;
  lateCount(): number;
  /** Frozen tabs wake up and learn that their answer is lost. */
  thaw(): void;
  frozenCount(): number;
};

export type NetworkParts = {
  readonly model: () => Model;
  /** Lets time pass for a request that hangs. */
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
    fetchFor(device) {
      return async (input, init) => {
        const request = requestOf(input, init);
        const fate = device.fate(request);
        // A request carries the cookies of this moment, whatever happens to the session later.
        const session = device.jar.session;
        const arrive = () => reach(request, session);
        switch (fate) {
          case 'passes':
            return responseOf(await arrive());
          case 'damaged':
            return responseOf(await reach(damaged(request), session));
          case 'doubled':
            await arrive();
            return responseOf(await arrive());
          case 'answer-lost':
            await arrive();
            throw new TypeError('Failed to fetch');
          case 'frozen':
            await arrive();
            await new Promise<void>((resolve) => frozen.push(resolve));
            throw new TypeError('Failed to fetch');
          case 'fails-after':
            await arrive();
            return responseOf(problem(500, { message: 'Erro.' }));
          case 'arrives-late':
            late.push(arrive);
            throw new TypeError('Failed to fetch');
          case 'request-lost':
            throw new TypeError('Failed to fetch');
          case 'hangs':
            return hang(init?.signal ?? null);
          case 'portal':
            return page(200);
          case 'redirect':
            return new Response(null, { status: 302, headers: { Location: 'https://portal.example/' } });
          case 'proxy-403':
            return page(403);
          case 'proxy-404':
            return page(404);
          case 'status-401':
            return responseOf(UNAUTHENTICATED);
          case 'status-419':
            return responseOf(CSRF_MISMATCH);
          case 'status-429':
            return responseOf({ ...problem(429, { message: 'Devagar.' }), headers: { 'Retry-After': '20' } });
          case 'status-503':
            return responseOf({ ...problem(503, { message: 'Volte logo.' }), headers: { 'Retry-After': '5' } });
          case 'status-408':
            return responseOf(problem(408, { message: 'Demorou.' }));
          case 'status-500':
            return responseOf(problem(500, { message: 'Erro.' }));
        }
      };
    },
  };

  function hang(signal: AbortSignal | null): Promise<Response> {
    return new Promise((_resolve, reject) => {
      const end = () => reject(new DOMException('aborted', 'AbortError'));
      if (signal?.aborted === true) end();
      signal?.addEventListener('abort', end, { once: true });
      wait(HANG_MS);
    });
  }
}

function damaged(request: WireRequest): WireRequest {
  const { body } = request;
  if (!(body instanceof Blob) || body.size === 0) return request;
  return { ...request, body: new Blob([body.slice(0, -1), new Uint8Array([0])]) };
}

function page(status: number): Response {
  return new Response('<!doctype html><title>Entrar na rede</title>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });
}

function responseOf({ status, json, headers }: WireAnswer): Response {
  const body = json === undefined ? null : JSON.stringify(json);
  return new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } });
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
