// Calls of the screens that do not go through the outbox, while a captive portal answers in the
// server's place.

import { afterEach, expect, it, vi } from 'vitest';
import { login } from './login.ts';
import { openModelFile } from './open-file.ts';
import { forgotPassword } from './recover-password.ts';

vi.mock('#mirror/store/device-facts.ts', () => ({
  readDeviceFacts: async () => ({ logoutOwed: false, erasuresOwed: [] }),
}));

afterEach(() => vi.unstubAllGlobals());

const page = () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } });
const json = () =>
  new Response('{"error":"unauthorized"}', { status: 401, headers: { 'Content-Type': 'application/json' } });

/** The token still comes from the server; what comes after it is the portal's. */
function behindPortal(answer: () => Response): void {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      close() {}
    },
  );
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (input: unknown) =>
    String(input).includes('/sanctum')
      ? new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } })
      : answer(),
  );
}

it.each([
  ['a page', page],
  ['its own JSON with 401', json],
])('a login answered by a portal with %s is no answer of the server', async (_what, answer) => {
  behindPortal(answer);
  const input = { email: 'a@b.c', password: 'x', token: '' };
  expect(await login(input, { clock: () => 0 })).toEqual({ kind: 'offline' });
});

it.each([
  ['a page', page],
  ['its own JSON with 401', json],
])('a recovery answered by a portal with %s is not told as done', async (_what, answer) => {
  behindPortal(answer);
  expect(await forgotPassword({ email: 'a@b.c', token: null })).toEqual({ kind: 'offline' });
});

it("a portal's page is not kept as the file of a model", async () => {
  behindPortal(page);
  await expect(openModelFile({ id: 7, size: 6 })).rejects.toThrow('Erro ao buscar o documento');
});
