// The one HTTP client of pages and worker. It never retries, because the outbox decides when to
// send again. It never follows a redirect (src/sync/promises.md, hazard 6), and never throws for
// what a network does. It repeats one thing: a write refused for its CSRF token, once, with the
// same key (src/sync/promises.md, Drain).

import { PATHS } from '#contract/paths.ts';
import { CLIENT_PROTOCOL, HEADERS } from '#contract/sync.ts';
import { createFetch } from 'ofetch';
import { type Answer, type Failure, jsonOf, reachabilityOf, readingOf } from './reading.ts';
import type { Call, ClientParts, GatedClient, SyncClient } from './runtime.ts';

const TIMEOUT_MS = 30_000;
const PROBE_MS = 4_000;
const CSRF_REFUSED = 419;

/** A client for one page or worker; the CSRF token lives in its memory. */
export function createClient(parts: ClientParts): GatedClient {
  return afterOwedLogout(openClient(parts), parts);
}

function openClient(parts: ClientParts): SyncClient {
  const http = createFetch({ fetch: parts.fetch });

  return clientOver(async (call, csrf) => {
    const limit = limitOf(parts, call);
    const written = call.method !== 'GET';
    let response;
    try {
      response = await http.raw(call.path, {
        baseURL: parts.baseUrl,
        method: call.method,
        headers: {
          Accept: 'application/json',
          [HEADERS.client]: String(CLIENT_PROTOCOL),
          ...csrf,
          ...call.headers,
        },
        redirect: 'manual',
        credentials: parts.baseUrl === '' ? 'same-origin' : 'include',
        cache: 'no-store',
        retry: false,
        ignoreResponseError: true,
        responseType: 'text',
        signal: limit.signal,
        ...(call.query === undefined ? {} : { query: call.query }),
        ...(call.body === undefined ? {} : { body: call.body }),
      });
    } catch {
      // After the call of fetch it is unknown whether the server saw the request, so the answer to
      // a write counts as lost.
      return { kind: 'failure', sent: written, reason: limit.reason() };
    } finally {
      limit.end();
    }
    return replyOf(response, response._data);
  }, parts.tokenInCookie);
}

/** Makes one request, with the header of the CSRF token where it needs one. It never throws. */
export type Carry = (call: Call, csrf: Readonly<Record<string, string>>) => Promise<Answer>;

/** A client that sends each request through `carry`; the CSRF token lives in its memory. */
export function clientOver(carry: Carry, tokenInCookie?: ClientParts['tokenInCookie']): SyncClient {
  let token: string | null = null;

  const once = (call: Call): Promise<Answer> =>
    carry(call, call.method === 'GET' || token === null ? {} : { [HEADERS.csrf]: token });

  /**
   * Fetches a CSRF token. Null when there is one now. Otherwise the answer that came instead (no
   * network, a portal); the write is then not sent. A success without a token counts as no answer:
   * as an answer, it would look like the success of the write.
   */
  async function renewToken(signal: AbortSignal | undefined): Promise<Answer | null> {
    token = null;
    const answer = await once({ method: 'GET', path: PATHS.csrfCookie, ...(signal === undefined ? {} : { signal }) });
    if (answer.kind === 'reply' && answer.status === 204)
      token = answer.header(HEADERS.csrf) ?? (await tokenInCookie?.()) ?? null;
    if (token !== null) return null;
    const reading = readingOf(answer);
    const isSuccess = reading.kind === 'ours' && reading.reply.status < 300;
    return isSuccess ? { kind: 'failure', sent: false, reason: 'network' } : answer;
  }

  return {
    async request(call) {
      if (call.method === 'GET') return once(call);
      if (token === null) {
        const instead = await renewToken(call.signal);
        if (instead !== null) return instead;
      }
      const answer = await once(call);
      if (answer.kind === 'failure' || answer.status !== CSRF_REFUSED) return answer;
      return (await renewToken(call.signal)) ?? once(call);
    },
    async probe() {
      return reachabilityOf(readingOf(await once({ method: 'GET', path: PATHS.health, timeoutMs: PROBE_MS })));
    },
  };
}

function replyOf(response: Response, text: string | undefined): Answer {
  const header = (name: string) => response.headers.get(name);
  return {
    kind: 'reply',
    status: response.status,
    redirected: response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400),
    json: jsonOf({ header }, text ?? ''),
    header,
  };
}

/** A signal that aborts with the caller's own or when the time is over, and tells which it was. */
function limitOf(parts: ClientParts, call: Call) {
  const controller = new AbortController();
  let reason: Failure['reason'] = 'network';
  const end = (why: Failure['reason']) => {
    reason = why;
    controller.abort();
  };
  const aborted = () => end('aborted');
  if (call.signal?.aborted === true) aborted();
  call.signal?.addEventListener('abort', aborted, { once: true });
  const cancel = parts.setTimer(() => end('timeout'), call.timeoutMs ?? TIMEOUT_MS);
  return {
    signal: controller.signal,
    reason: () => reason,
    end() {
      cancel();
      call.signal?.removeEventListener('abort', aborted);
    },
  };
}

/**
 * One context at a time settles an owed logout: a second, late one would end the session of a login
 * that came after the first.
 */
const LOCK = 'malote-owed-logout';

// A person who leaves without a network leaves the browser's cookie behind, which no script can
// delete. So the device remembers the logout, and the first contact of any page or worker ends
// that session. Every other request waits until then (S33).

/** Wraps `client`: an owed logout is settled before each call. */
function afterOwedLogout(
  client: SyncClient,
  { locks, owedLogout }: Pick<ClientParts, 'locks' | 'owedLogout'>,
): GatedClient {
  /**
   * Settles an owed logout. Null when none is owed any more. Otherwise the failure that prevents
   * it; the caller's request is then not sent.
   */
  async function settle(signal?: AbortSignal): Promise<Failure | null> {
    if (!(await owedLogout.isOwed())) return null;
    return locks.request(LOCK, {
      mode: 'exclusive',
      ifAvailable: false,
      async work() {
        if (!(await owedLogout.isOwed())) return null;
        const ask = (call: Call) => client.request(signal === undefined ? call : { ...call, signal });
        const body = { erased: await owedLogout.erased() };
        const answer = await ask({ method: 'POST', path: PATHS.logout, body });
        // A server that is not ours may answer a logout in its own way. Where it refuses nothing,
        // the device asks it who is logged in (S113).
        const isRefused = answer.kind === 'failure' || answer.status >= 400;
        if (!isOver(answer) && (isRefused || !isOver(await ask({ method: 'GET', path: PATHS.user }))))
          return { kind: 'failure', sent: false, reason: reasonOf(answer) };
        await owedLogout.settled();
        return null;
      },
    });
  }

  return {
    request: async (call) => (await settle(call.signal)) ?? client.request(call),
    probe: async () => ((await settle()) === null ? client.probe() : 'offline'),
    settleLogout: async () => (await settle()) === null,
  };
}

/**
 * Whether our server says that the session is over, or was already. A portal's page and a server in
 * trouble prove nothing.
 */
function isOver(answer: Answer): boolean {
  const reading = readingOf(answer);
  if (reading.kind === 'login') return reading.session === 'ended';
  return reading.kind === 'ours' && reading.reply.status === 204;
}

function reasonOf(answer: Answer): Failure['reason'] {
  return answer.kind === 'failure' ? answer.reason : 'network';
}
