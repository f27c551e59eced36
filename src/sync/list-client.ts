// The HTTP client for a server with the product's own calls alone (S106): it has the CSRF token in a cookie and nowhere else, and no
// address that says whether it is well.

import { readListedSession } from '#contract/listed.ts';
import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { createClient } from './client.ts';
import { readingOf, successOf } from './reading.ts';
import type { SyncRuntime } from './runtime.ts';
import type { SyncClient } from './sync-client.ts';

const PROBE_MS = 4_000;
const TOKEN_COOKIE = 'XSRF-TOKEN';

export function listClient(runtime: SyncRuntime): SyncClient {
  const client = createClient({ ...runtime, fetch: withCookieToken(runtime) });
  return {
    request: (call) => client.request(call),
    async probe() {
      const reading = readingOf(await client.request({ method: 'GET', path: PATHS.user, timeoutMs: PROBE_MS }));
      if (reading.kind === 'login') return 'ok';
      if (reading.reply === null) return 'offline';
      if (readListedSession(successOf(reading), '') !== null) return 'ok';
      return reading.kind === 'intercepted' || reading.reply.status < 300 ? 'portal' : 'unstable';
    },
  };
}

/** Puts the token into the header in which the client looks for it. */
function withCookieToken({ fetch, readCookie = browserCookie }: SyncRuntime): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const url = String(input instanceof Request ? input.url : input);
    if (response.status !== 204 || !url.includes(PATHS.csrfCookie) || response.headers.has(HEADERS.csrf))
      return response;
    const token = await readCookie(TOKEN_COOKIE);
    const headers = new Headers(response.headers);
    if (token !== null) headers.set(HEADERS.csrf, decodeURIComponent(token));
    return new Response(null, { status: 204, headers });
  };
}

type CookieStore = { get(name: string): Promise<{ readonly value?: string } | null> };

/** A worker has no document, and not every browser has the store. */
async function browserCookie(name: string): Promise<string | null> {
  const { document, cookieStore } = globalThis as { document?: { cookie: string }; cookieStore?: CookieStore };
  if (document === undefined) return (await cookieStore?.get(name))?.value ?? null;
  const found = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return found === undefined ? null : found.slice(name.length + 1);
}
