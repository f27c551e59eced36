// The build's files as the worker keeps them when it is installed.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '#mirror/store/page-sleep.ts';
import { type FirstRows, firstRowsOf } from '#sync/pull.ts';
import { asBrowserLocks, createLocks, type FakeLocks } from '../test/fakes/locks.ts';

const ORIGIN = 'https://malote.example';
const FILES = Array.from({ length: 12 }, (_none, at) => ({ url: `/assets/part-${at}.js`, revision: null }));
const MANIFEST = [...FILES, { url: '/index.html', revision: 'r1' }];

/** An event that the browser keeps the worker alive for. */
class Lasting extends Event {
  readonly ends: Promise<unknown>[] = [];
  waitUntil(end: Promise<unknown>): void {
    this.ends.push(end);
  }
}

let locks: FakeLocks;
let kept: string[];
/** The address of what is kept already. */
let here: string | null;
/** What was asked for and has no answer yet, by address. */
let asked: Map<string, (answer: Response) => void>;
let modes: Map<string, string>;

beforeEach(async () => {
  vi.resetModules();
  locks = createLocks();
  kept = [];
  here = null;
  asked = new Map();
  modes = new Map();
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('registration', { scope: `${ORIGIN}/` });
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
  vi.stubGlobal('FetchEvent', class extends Event {});
  vi.stubGlobal('ExtendableEvent', Lasting);
  vi.stubGlobal('navigator', { locks: asBrowserLocks(locks, 'worker') });
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, ORIGIN) : input, init);
      }
    },
  );
  vi.stubGlobal('caches', {
    open: async () => ({ put: async ({ url }: Request) => void kept.push(url) }),
    match: async ({ url }: Request) => (url === here ? new Response('here') : undefined),
  });
  vi.stubGlobal('fetch', (request: Request) => {
    modes.set(request.url, request.cache);
    return new Promise((answer) => asked.set(request.url, answer));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Begins the installation. `end` settles when the browser is told that it has ended. */
async function install(): Promise<{ readonly end: Promise<unknown> }> {
  const target = new EventTarget();
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  const { serveShell } = await import('./caching.ts');
  serveShell(MANIFEST);
  const event = new Lasting('install');
  target.dispatchEvent(event);
  const end = Promise.all(event.ends);
  end.catch(() => undefined);
  return { end };
}

/** Answers each file as it is requested, until `count` are stored. */
async function answerAll(count = MANIFEST.length): Promise<void> {
  await vi.waitFor(() => {
    for (const [url, answer] of asked) answer(new Response(url));
    expect(kept).toHaveLength(count);
  });
}

/**
 * Begins it, and has a page wait for its first rows while four files are asked for and one of them
 * has come.
 */
async function heldUp(): Promise<{ readonly page: FirstRows; readonly end: Promise<unknown> }> {
  const page = firstRowsOf(locks.of('page'));
  const { end } = await install();
  await vi.waitFor(() => expect(asked.size).toBe(4));
  page.hold();
  asked.get(`${ORIGIN}/assets/part-0.js`)?.(new Response('0'));
  await vi.waitFor(() => expect(locks.waiting('malote-first-rows')).toBe(1));
  return { page, end };
}

it('four files are asked for at a time, and all are kept under their keys', async () => {
  const { end } = await install();
  await vi.waitFor(() => expect(asked.size).toBe(4));
  asked.get(`${ORIGIN}/assets/part-2.js`)?.(new Response('2'));
  await vi.waitFor(() => expect([...asked.keys()].at(-1)).toBe(`${ORIGIN}/assets/part-4.js`));
  expect(asked.size).toBe(5);
  await answerAll();
  await end;
  expect(kept.toSorted()).toEqual(
    [...FILES.map(({ url }) => `${ORIGIN}${url}`), `${ORIGIN}/index.html?__WB_REVISION__=r1`].toSorted(),
  );
  expect(modes.get(`${ORIGIN}/assets/part-0.js`)).toBe('default');
  expect(modes.get(`${ORIGIN}/index.html`)).toBe('reload');
});

it('while a page waits for its first rows no further file is asked for', async () => {
  const { page, end } = await heldUp();
  expect(asked.size).toBe(4);
  page.release();
  await answerAll();
  await end;
});

it('a page that is gone keeps nothing waiting', async () => {
  firstRowsOf(locks.of('page')).hold();
  const { end } = await install();
  await vi.waitFor(() => expect(locks.waiting('malote-first-rows')).toBe(4));
  locks.release('page');
  await answerAll();
  await end;
});

it('a page that holds on and never ends is waited for no more after a while', async () => {
  vi.useFakeTimers();
  firstRowsOf(locks.of('page')).hold();
  const { end } = await install();
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
  expect(asked.size).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await answerAll();
  await end;
});

it('what is kept already is not asked for', async () => {
  here = `${ORIGIN}/assets/part-3.js`;
  const { end } = await install();
  await vi.waitFor(() => expect(asked.size).toBe(4));
  await answerAll(MANIFEST.length - 1);
  await end;
  expect(modes.has(here)).toBe(false);
});

it('a file that is not there ends the installation, and nothing more is asked for', async () => {
  const { end } = await install();
  await vi.waitFor(() => expect(asked.size).toBe(4));
  asked.get(`${ORIGIN}/assets/part-1.js`)?.(new Response('gone', { status: 404 }));
  await expect(end).rejects.toMatchObject({ name: 'bad-precaching-response' });
  for (const answer of asked.values()) answer(new Response('late'));
  await vi.waitFor(() => expect(kept).toHaveLength(3));
  expect(asked.size).toBe(4);
});

it('what waits for a page when another file is missing is not asked for afterwards', async () => {
  const { page, end } = await heldUp();
  asked.get(`${ORIGIN}/assets/part-1.js`)?.(new Response('gone', { status: 404 }));
  await expect(end).rejects.toMatchObject({ name: 'bad-precaching-response' });
  page.release();
  await vi.waitFor(() => expect(locks.waiting('malote-first-rows')).toBe(0));
  expect(asked.size).toBe(4);
});

/** The caches of a worker whose files were kept once, without those that `gone` names. */
async function shellWithout(gone: readonly string[]) {
  const cache = new Map(MANIFEST.map(({ url }) => [keyOf(url), new Response('old')]));
  for (const url of gone) cache.delete(keyOf(url));
  vi.stubGlobal('caches', {
    open: async () => ({
      keys: async () => [...cache.keys()].map((url) => new Request(url)),
      put: async (url: string, answer: Response) => void cache.set(url, answer),
    }),
    match: async () => undefined,
  });
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('addEventListener', () => undefined);
  const { mendShell, serveShell } = await import('./caching.ts');
  serveShell(MANIFEST);
  return { cache, mendShell };
}

const keyOf = (url: string) => `${ORIGIN}${url}${url === '/index.html' ? '?__WB_REVISION__=r1' : ''}`;

const registered = (news: { installing?: object; waiting?: object; update?: () => Promise<void> } = {}) =>
  vi.stubGlobal('registration', {
    scope: `${ORIGIN}/`,
    installing: null,
    waiting: null,
    update: async () => undefined,
    ...news,
  });

it('fetches what a cleaner took away, and says that nothing is missing', async () => {
  registered();
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    fetched.push(`${request.url} ${request.cache}`);
    return new Response('new');
  });
  const { cache, mendShell } = await shellWithout(['/index.html', '/assets/part-3.js']);
  expect(await mendShell()).toEqual({ files: MANIFEST.length, missing: 0 });
  expect(fetched.sort()).toEqual([`${ORIGIN}/assets/part-3.js reload`, `${ORIGIN}/index.html reload`]);
  expect(await cache.get(keyOf('/index.html'))?.text()).toBe('new');
  expect(await mendShell()).toEqual({ files: MANIFEST.length, missing: 0 });
  expect(fetched).toHaveLength(2);
});

it.each([
  ['the server has another version', { installing: {} }],
  ['a new version waits', { waiting: {} }],
  ['the server does not answer', { update: () => Promise.reject(new TypeError('Failed to fetch')) }],
])('fetches nothing when %s, and says how much is missing', async (_why, news) => {
  registered(news);
  const fetched = vi.fn<() => Promise<Response>>();
  vi.stubGlobal('fetch', fetched);
  const { mendShell } = await shellWithout(['/index.html', '/assets/part-3.js']);
  expect(await mendShell()).toEqual({ files: MANIFEST.length, missing: 2 });
  expect(fetched).not.toHaveBeenCalled();
});

it('keeps no answer that is not the file: a refusal, or a page of a portal behind a redirect', async () => {
  registered();
  vi.stubGlobal('fetch', async (request: Request) => {
    expect(request.redirect).toBe('error');
    return new Response('no', { status: 404 });
  });
  const { mendShell } = await shellWithout(['/assets/part-3.js']);
  expect(await mendShell()).toEqual({ files: MANIFEST.length, missing: 1 });
});
