import { afterEach, expect, it, vi } from 'vitest';
import { directWrite, type DirectWrite } from './direct-write.ts';

vi.mock('#mirror/store/device-facts.ts', () => ({ readDeviceFacts: async () => ({ logoutOwed: false }) }));

afterEach(() => vi.unstubAllGlobals());

const WRITE: DirectWrite = {
  path: '/api/profile',
  method: 'PATCH',
  fields: [['last_name', 'Meireles']],
  key: '0d0c6a5e-0000-4000-8000-000000000001',
  userId: 7,
};

const json = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

/**
 * The token always comes; `answer` is what comes after it. Returns the requests that were written.
 */
function answering(answer: () => Response): RequestInit[] {
  const written: RequestInit[] = [];
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      close() {}
    },
  );
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (input: unknown, init: RequestInit) => {
    if (String(input).includes('/sanctum'))
      return new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } });
    written.push(init);
    return answer();
  });
  return written;
}

it.each([
  ['the JSON of a success', json(200, { user: { id: 7 } }), { kind: 'done', json: { user: { id: 7 } } }],
  [
    'all sentences of a refusal by field',
    json(422, { message: 'x', errors: { email: ['Já existe.', 'É longo demais.'] } }),
    { kind: 'refused', errors: { email: ['Já existe.', 'É longo demais.'] } },
  ],
  [
    'the general sentence of a refusal',
    json(403, { message: 'Não pode.' }),
    { kind: 'refused', errors: { '': ['Não pode.'] } },
  ],
  ['an ended session', json(401, { message: 'Entre.' }), { kind: 'login' }],
  [
    'no answer behind a portal',
    () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }),
    { kind: 'unanswered' },
  ],
  ['no answer of a server in trouble', () => new Response('', { status: 503 }), { kind: 'unanswered' }],
])('a direct write ends with %s', async (_what, answer, result) => {
  answering(answer);
  expect(await directWrite(WRITE)).toEqual(result);
});

it('a direct write is a form with its method, its key and its author', async () => {
  const written = answering(json(200, {}));
  await directWrite(WRITE);
  const [request] = written;
  const form = request?.body;
  expect(form instanceof FormData ? [...form] : null).toEqual([
    ['_method', 'PATCH'],
    ['last_name', 'Meireles'],
  ]);
  const headers = new Headers(request?.headers);
  expect(headers.get('Idempotency-Key')).toBe(WRITE.key);
  expect(headers.get('X-Acting-User')).toBe('7');
});
