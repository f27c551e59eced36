// The cookie that says whose data a browser holds: what a login tells of a device follows from it
// (S118).

import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { arrive, solvedToken, type TestClient } from '../harness/test-client.ts';

const PASSWORD = 'malote-demo';
const ANA = 'servidor.semob@pmvi.example';
const RUI = 'campo.defciv@pmvi.example';
const ABROAD = 'admin@cmvi.example';
const NAME = 'malote_device';
const MARK = /^[\w-]{22}$/;

let server: TestServer;
let nowMs = Date.now();

beforeAll(async () => {
  server = await startTestServer({ demo: true, clock: () => nowMs });
});
afterAll(() => server.close());

/** The person enters with this browser and, as every device does, reads what they may see. */
async function enter(browser: TestClient, email: string): Promise<{ id: number; known: boolean }> {
  // A minute of its own, so that no throttle counts another test.
  nowMs += 120_000;
  await browser.get('/sanctum/csrf-cookie');
  const response = await browser.send('POST', '/login', {
    email,
    password: PASSWORD,
    token: await solvedToken(browser),
  });
  expect(response.statusCode).toBe(200);
  const { user, known_device: known } = response.json<{ user: { id: number }; known_device: boolean }>();
  return { id: user.id, known };
}

const read = (browser: TestClient) => browser.get('/api/sync/changes?limit=1');
const markOf = (response: LightMyRequestResponse) => response.cookies.find(({ name }) => name === NAME);
const held = (browser: TestClient) => /malote_device=([^;]*)/.exec(browser.headers()['cookie'] ?? '')?.[1];

/** Another browser with this cookie and nothing else. */
async function browserWith(cookie: string): Promise<TestClient> {
  const browser = await arrive(server.app);
  const send: TestClient['send'] = (method, url, body) =>
    browser.inject({
      method,
      url,
      headers: { cookie: `${browser.headers()['cookie']}; ${NAME}=${cookie}` },
      ...(body === undefined ? {} : { payload: body }),
    });
  return { ...browser, send };
}

it('a browser is marked once its device reads the data of a person, and the next login says so', async () => {
  const browser = await arrive(server.app);
  expect((await enter(browser, ANA)).known).toBe(false);
  expect(held(browser)).toBeUndefined();
  // Nothing was read: nothing of the person was on this device.
  expect((await enter(browser, ANA)).known).toBe(false);
  const marked = markOf(await read(browser));
  expect(marked).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 400 * 86_400 });
  expect(marked?.secure).toBeUndefined();
  expect(marked?.value).toMatch(MARK);
  // It is given once, and anew at a login.
  expect(markOf(await read(browser))).toBeUndefined();
  expect((await enter(browser, ANA)).known).toBe(true);
  expect(held(browser)).toBe(marked?.value);
});

it('the mark is Secure and of this host alone on https, and one under the old name is kept under the new one', async () => {
  const https = await startTestServer({ demo: true, environment: { PUBLIC_URL: 'https://malote.example' } });
  const browser = await https.login(ANA);
  const ofHost = (response: LightMyRequestResponse) =>
    response.cookies.find(({ name }) => name === '__Host-malote_device');
  const given = ofHost(await read(browser));
  expect(given).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(given?.domain).toBeUndefined();

  const before = await arrive(https.app);
  const cookie = `${before.headers()['cookie']}; ${NAME}=${given?.value}`;
  const entered = await before.inject({
    method: 'POST',
    url: '/login',
    headers: { cookie },
    payload: { email: ANA, password: PASSWORD, token: await solvedToken(before) },
  });
  expect(entered.json()).toMatchObject({ known_device: true });
  expect(ofHost(entered)?.value).toBe(given?.value);
  expect(markOf(entered)).toMatchObject({ value: '', maxAge: 0 });
  await https.close();
});

it('a mark is of one person: neither of another one nor of another tenant', async () => {
  const browser = await arrive(server.app);
  await enter(browser, ANA);
  await read(browser);
  expect((await enter(browser, RUI)).known).toBe(false);
  expect((await enter(browser, ABROAD)).known).toBe(false);
  await read(browser);
  const [first, second] = held(browser)?.split('.') ?? [];
  expect(first).toMatch(MARK);
  expect(second).toMatch(MARK);
  expect(second).not.toBe(first);
  expect((await enter(browser, RUI)).known).toBe(false);
  expect((await enter(browser, ANA)).known).toBe(true);
  expect((await enter(browser, ABROAD)).known).toBe(true);
});

it.each([
  ['nothing', ''],
  ['the id of the person', '7'],
  ['a mark that this server did not make', 'A'.repeat(22)],
  ['what is no mark', '%00;<script>'],
  ['very much of it', `${'B'.repeat(22)}.`.repeat(150)],
])('a cookie with %s says nothing, and no login fails by it', async (_name, cookie) => {
  expect((await enter(await browserWith(cookie), ANA)).known).toBe(false);
});

it('one changed letter ends a mark', async () => {
  const browser = await arrive(server.app);
  await enter(browser, ANA);
  const { value = '' } = markOf(await read(browser)) ?? {};
  expect((await enter(await browserWith(value), ANA)).known).toBe(true);
  const changed = (value.startsWith('x') ? 'y' : 'x') + value.slice(1);
  expect((await enter(await browserWith(changed), ANA)).known).toBe(false);
});

it('the cookie holds the newest twenty marks', async () => {
  const old = Array.from({ length: 40 }, (_, at) => String(at).padStart(22, 'z'));
  const browser = await browserWith(old.join('.'));
  await enter(browser, ANA);
  const cookie = `${browser.headers()['cookie']}; ${NAME}=${old.join('.')}`;
  const given = markOf(await browser.inject({ method: 'GET', url: '/api/sync/changes?limit=1', headers: { cookie } }));
  const marks = given?.value.split('.') ?? [];
  expect(marks.slice(0, -1)).toEqual(old.slice(-19));
  expect(marks.at(-1)).toMatch(MARK);
});

it('a logout takes the marks of those whose data the device erases, also when the session is over', async () => {
  const browser = await arrive(server.app);
  const ana = await enter(browser, ANA);
  await read(browser);
  const rui = await enter(browser, RUI);
  await read(browser);
  // No data is erased: the person leaves their work on the device.
  expect(markOf(await browser.send('POST', '/logout', { erased: [] }))?.value.split('.')).toHaveLength(2);
  expect((await enter(browser, RUI)).known).toBe(true);
  nowMs += 5 * 3_600_000;
  await browser.get('/sanctum/csrf-cookie');
  expect((await browser.get('/api/user')).statusCode).toBe(401);
  const left = await browser.send('POST', '/logout', { erased: [rui.id] });
  expect(left.statusCode).toBe(204);
  expect(markOf(left)?.value).toMatch(MARK);
  expect((await enter(browser, RUI)).known).toBe(false);
  expect((await enter(browser, ANA)).known).toBe(true);
  expect(markOf(await browser.send('POST', '/logout', { erased: [ana.id, 999_999] }))?.value).toBe('');
  expect((await enter(browser, ANA)).known).toBe(false);
});

it('a logout that names nobody takes the mark of who leaves, as it does for clients that know nothing of it', async () => {
  const browser = await arrive(server.app);
  await enter(browser, ANA);
  await read(browser);
  expect((await browser.send('POST', '/logout')).statusCode).toBe(204);
  expect((await enter(browser, ANA)).known).toBe(false);
  const stranger = await arrive(server.app);
  expect(markOf(await stranger.send('POST', '/logout'))).toBeUndefined();
});

it.each([[['x']], [[0]], [[1.5]], ['x'], [Array.from({ length: 21 }, (_, at) => at + 1)]])(
  'a logout refuses a list that is none: %j',
  async (erased) => {
    const browser = await arrive(server.app);
    expect((await browser.send('POST', '/logout', { erased })).statusCode).toBe(422);
  },
);
