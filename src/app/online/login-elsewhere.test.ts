// A login on a server with the product's own calls alone (S113), by real HTTP.

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ListServer, startListServer } from '../../../test/fakes/list-server/list-server.ts';
import { PASSWORD } from '../../../test/fakes/list-server/sessions.ts';
import { buildTown } from '../../../test/fakes/list-server/town.ts';
import { buildKeys } from '../../../test/builders/build-keys.ts';
import { openMirror } from '#mirror/opening/open-mirror.ts';
import { readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { readMeta, writeMeta } from '#mirror/store/storage.ts';
import { login } from './login.ts';

let server: ListServer;
const jar = new Map<string, string>();
const clock = () => Date.parse('2026-11-20T12:00:00.000Z');
const ana = { email: 'ana@example.test', password: PASSWORD, token: '' };

beforeEach(async () => {
  server = await startListServer(buildTown(() => new Date(clock())));
  jar.clear();
  const http = globalThis.fetch;
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', {
    get cookie() {
      return cookies();
    },
    set cookie(_written: string) {},
  });
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('fetch', async (input: unknown, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Cookie', cookies());
    const response = await http(server.url + String(input), { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return response;
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

it('who is in is asked of the server, and kept as the session', async () => {
  expect(await login(ana, { clock })).toMatchObject({ kind: 'in', user: { id: 1, name: 'Ana' }, hasKey: false });
  expect(server.asked).toEqual(['GET /sanctum/csrf-cookie', 'POST /login', 'GET /api/user']);
  expect(await readMeta(openMirror(1), 'session')).toMatchObject({ id: 1, tenant: { acronym: 'PMVI' } });
  expect((await readDeviceFacts()).lastPerson).toMatchObject({ userId: 1, sessionEnded: false });
});

it('its refusal is told in its words', async () => {
  const answer = await login({ ...ana, password: 'outra' }, { clock });
  expect(answer).toEqual({ kind: 'refused', field: 'email', message: 'E-mail ou senha incorretos.' });
});

it('nobody enters as another person whose session the server left as it was', async () => {
  server.instead = async (request) =>
    request.method === 'POST' && request.url.endsWith('/login') ? Response.json({ two_factor: false }) : null;
  jar.set('session', '2');
  expect(await login(ana, { clock })).toMatchObject({ kind: 'refused' });
});

it('a key of an earlier server closes nothing any more', async () => {
  await writeMeta(openMirror(1), { name: 'sealingKey', value: (await buildKeys()).current });
  await login(ana, { clock });
  expect(await readMeta(openMirror(1), 'sealingKey')).toBeUndefined();
});

it('nobody stays in on a shared tablet, where their work could not be closed', async () => {
  await openMirror(3).meta.clear();
  await updateDeviceFacts({ shared: { tenantName: 'Vale do Ipê' } });
  const caio = { ...ana, email: 'caio@example.test' };
  const message = expect.stringContaining('não tem a chave') as string;
  expect(await login(caio, { clock, needsKey: true })).toMatchObject({ kind: 'refused', message });
  expect(await readMeta(openMirror(3), 'session')).toBeUndefined();
  expect(jar.get('session')).toBe('');
  expect((await readDeviceFacts()).logoutOwed).toBe(false);
  await updateDeviceFacts({ shared: null });
});
