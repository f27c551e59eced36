// The kit against a second small server, which has the product's own calls alone, and against
// addresses where the product is not installed.

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { startListServer, type ListServer } from '../fakes/list-server/list-server.ts';
import { PASSWORD } from '../fakes/list-server/sessions.ts';
import { buildTown } from '../fakes/list-server/town.ts';
import { command } from './command.ts';
import { conform, type Verdict } from './kit.ts';

const ACCOUNTS = { password: PASSWORD, first: 'ana@example.test', second: 'bia@example.test', outsider: '' };
const TEN_AT_ONCE = 'a write sent ten times at once has one effect';
const NEVER_HEARD = 'a write whose answer was never heard has one effect when it is repeated';

const open: { close: () => Promise<void> }[] = [];
/** A run of the kit sends some hundred requests. */
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function startTown(): Promise<ListServer> {
  const server = await startListServer(buildTown(() => new Date()));
  open.push(server);
  return server;
}

/** An address at which something other than the product answers. */
async function startOther(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  open.push({ close });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const verdictsOf = ({ url }: { url: string }) => conform(new URL(url), { accounts: ACCOUNTS });
const broken = (verdicts: readonly Verdict[]) => verdicts.filter(({ seen }) => seen !== null);
const kept = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ seen, lacks }) => seen === null && lacks === null).map(({ promise }) => promise);

async function commanded(url: string, accounts: Partial<typeof ACCOUNTS> & { patience?: string } = {}) {
  const lines: string[] = [];
  const options = Object.entries({ ...ACCOUNTS, ...accounts }).map(([name, value]) => `--${name}=${value}`);
  const code = await command([url, ...options], (line) => lines.push(line));
  return { code, lines };
}

it("of a server with the product's own calls alone it says what is kept and what is not offered, and exits with 0", async () => {
  const { url } = await startTown();
  const { code, lines } = await commanded(url);
  expect(code).toBe(0);
  expect(lines[0]).toContain('It neither says that it keeps keys nor does');
  const rows = lines.filter((line) => /\| (?:kept|BROKEN: .*|not offered: .*) \|$/.test(line));
  const lacking = rows.map((row) => /not offered: ([^|]+) \|$/.exec(row)?.[1]).filter((one) => one !== undefined);
  expect(rows.filter((row) => row.includes('BROKEN'))).toEqual([]);
  expect(new Set(lacking)).toEqual(
    new Set([
      'no human check',
      'no keys',
      'no receipts',
      'no named authors',
      'no based_on',
      'no feed',
      'no events',
      'no other tenant',
    ]),
  );
  const tried = rows.length - lacking.length;
  expect(tried).toBeGreaterThan(15);
  expect(lines.at(-1)).toBe(`\n${tried} kept, 0 broken, ${lacking.length} not offered.`);
});

it('a server that says it keeps keys and doubles is called broken, with exit code 1', async () => {
  const server = await startTown();
  server.instead = async ({ url }) =>
    new URL(url).pathname === '/api/openapi.json'
      ? Response.json({ openapi: '3.1.0', components: { parameters: [{ in: 'header', name: 'Idempotency-Key' }] } })
      : null;
  const { code, lines } = await commanded(server.url);
  expect(code).toBe(1);
  expect(lines[0]).toContain('its description names Idempotency-Key');
  for (const promise of [TEN_AT_ONCE, NEVER_HEARD])
    expect(lines.find((line) => line.includes(promise))).toMatch(/BROKEN: replies .* expected, found/);
});

it('a server that keeps keys and says nothing of it is tried in what needs keys alone', async () => {
  const behind = await startTown();
  const front = await startTown();
  const answered = new Map<string, Promise<Response | null>>();
  front.instead = async (request) => {
    const headers = new Headers(request.headers);
    for (const name of ['connection', 'host', 'content-length', 'transfer-encoding']) headers.delete(name);
    const body = await request.arrayBuffer();
    const { pathname, search } = new URL(request.url);
    const send = () =>
      fetch(new URL(pathname + search, behind.url), {
        method: request.method,
        headers,
        ...(body.byteLength > 0 && { body }),
      });
    const key = headers.get('Idempotency-Key');
    if (key === null) return send();
    const name = `${/session=\d+/.exec(headers.get('Cookie') ?? '')?.[0]} ${key}`;
    const answer = (answered.get(name) ?? Promise.resolve(null)).then((earlier) => earlier ?? send());
    // The server judges a refused command again when it is repeated.
    answered.set(
      name,
      answer.then((one) => (one.status < 400 ? one : null)),
    );
    return (await answer).clone();
  };
  const verdicts = await verdictsOf(front);
  expect(kept(verdicts)).toEqual(
    expect.arrayContaining([TEN_AT_ONCE, NEVER_HEARD, 'the same key of another person is another key']),
  );
  expect(verdicts.filter(({ lacks }) => lacks === 'no receipts').length).toBeGreaterThan(5);
  // This town accepts replies to completed documents.
  expect(broken(verdicts).map(({ promise }) => promise)).toEqual([
    'a refusal is not remembered: the same key is judged again',
  ]);
});

it('what any server must keep is called broken where it is spoilt', async () => {
  const files = await startTown();
  files.instead = async ({ url }) => (url.includes('/get-file-content/') ? new Response('other bytes') : null);
  expect(broken(await verdictsOf(files)).map(({ promise }) => promise)).toEqual([
    'the bytes of a file come back as they were sent',
  ]);

  const forgetful = await startTown();
  forgetful.before = (request) => {
    if (/^GET \/api\/documents\/\d+$/.test(request)) forgetful.town.documents.at(-1)?.replies.shift();
  };
  expect(broken(await verdictsOf(forgetful)).map(({ promise }) => promise)).toEqual(
    expect.arrayContaining([
      'replies stand in the order in which they were sent',
      'of the writes of two people at once none is lost',
    ]),
  );
});

it('of what it can’t begin with it says why in one sentence, and exits with 2', async () => {
  const { url } = await startTown();
  const password = await commanded(url, { password: 'outra' });
  const page = await startOther((_, answer) => {
    answer.setHeader('Content-Type', 'text/html');
    answer.end('<!doctype html>\n<title>Outro lugar</title>');
  });
  const silent = await startOther(() => undefined);
  const gone = await startTown();
  await gone.close();
  open.pop();
  const found = [
    password,
    await commanded(page),
    await commanded(silent, { patience: '0.2' }),
    await commanded(gone.url),
    await commanded('nada'),
  ];
  expect(found.map(({ code, lines }) => [code, lines.length])).toEqual(found.map(() => [2, 1]));
  expect(found.map(({ lines }) => lines[0])).toEqual([
    expect.stringMatching(/^The kit could not begin: the server does not let ana@example\.test in: 422 .*incorretos/),
    `The kit could not begin: ${page} is no server with the product's calls: GET /api/user is answered 200 <!doctype html> <title>Outro lugar</title>`,
    `The kit could not begin: ${silent} does not answer GET /sanctum/csrf-cookie within 0.2 s`,
    `The kit could not begin: GET /sanctum/csrf-cookie gets no answer at ${gone.url} (ECONNREFUSED)`,
    expect.stringContaining('Give the address of a server'),
  ]);
});
