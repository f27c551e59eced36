// Details that are wanted ahead: the worker fetches them where there is one, the page itself where
// there is none, and one at a time.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildDetails, buildDocumentRow } from '../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../test/builders/build-page.ts';
import { buildReply } from '../../test/builders/build-reply.ts';
import { buildSession } from '../../test/builders/build-people.ts';
import { NOW_MS } from '../../test/builders/moments.ts';
import { openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { createLocks } from '../../test/fakes/locks.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { olderRows } from '#mirror/apply/older-rows.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { createConnection } from './connection.ts';
import { mirrorStore } from './mirror-store.ts';
import { pageStore } from './page-store.ts';
import { fetchAhead } from './pull-details.ts';
import type { PullParts } from './parts.ts';

const { id: userId } = buildSession();
const row = buildDocumentRow({ id: 51, number: 51, rev: 60 });

let mirror: Mirror;
let asked: string[];
let told: unknown[];
let hasWorker: boolean;
let locks: ReturnType<typeof createLocks>;
let parts: PullParts;

beforeEach(async () => {
  hasWorker = false;
  mirror = await openTestMirror();
  asked = [];
  told = [];
  locks = createLocks();
  const store = pageStore({ mirror, userId }, { keepIndex: async () => undefined, tell });
  const request: PullParts['client']['request'] = async ({ path }) => {
    asked.push(path);
    return buildReply(200, { documents: [buildDetails(row)] });
  };
  const runtime = {
    mirror,
    userId,
    clock: () => NOW_MS,
    locks: locks.of('page'),
    log: () => undefined,
    report: () => undefined,
  };
  parts = { runtime, client: { request }, connection: createConnection(mirror), store } as unknown as PullParts;
  await applyPage(mirror, buildPage([putDocument(row)]));
});
afterEach(async () => {
  await mirror.delete();
});

function tell(message: unknown): boolean {
  if (hasWorker) told.push(message);
  return hasWorker;
}
const missing = async () => (await mirror.details.toArray()).length === 0;
it('the worker is asked for them, and the page goes on', async () => {
  hasWorker = true;
  expect(await parts.store.pullDetails(parts)).toBe('pulled');
  expect(told).toEqual([{ type: 'details', profile: mirror.name }]);
  expect(asked).toEqual([]);
});

it('a page to which rows have come fetches them itself, because one of them may be read now', async () => {
  hasWorker = true;
  const news = { ...row, rev: 61 };
  await parts.store.applyPage(buildPage([putDocument(news)]));
  await parts.store.pullDetails(parts);
  expect([asked.length, told]).toEqual([1, []]);
});

it('without a worker the page fetches them', async () => {
  expect(await parts.store.pullDetails(parts)).toBe('pulled');
  expect(asked).toHaveLength(1);
  expect(await missing()).toBe(false);
});

it('a worker is not woken when none are missing', async () => {
  await parts.store.pullDetails(parts);
  hasWorker = true;
  await parts.store.pullDetails(parts);
  expect(told).toEqual([]);
});

it('while another context fetches them nobody else does', async () => {
  const name = `details:${mirror.name}`;
  const hold = () => new Promise<void>(() => undefined);
  void locks.of('worker').request(name, { mode: 'exclusive', ifAvailable: false, work: hold });
  const store = mirrorStore({ mirror, userId });
  expect(await fetchAhead({ ...parts, store })).toBe('busy');
  expect(asked).toEqual([]);
  locks.release('worker');
  expect(await fetchAhead({ ...parts, store })).toBe('pulled');
  expect(await missing()).toBe(false);
});

it('documents that a walk left open are a matter of a pull, and the worker does not ask for them', async () => {
  await writeMeta(mirror, { name: 'older', value: { fetched: new Map(), unverified: new Set([51]), trimmedTo: null } });
  hasWorker = true;
  expect(await fetchAhead({ ...parts, store: mirrorStore({ mirror, userId }) })).toBe('pulled');
  expect(asked).toEqual([]);
  await parts.store.pullDetails(parts);
  expect([asked.length, told]).toEqual([1, []]);
  expect((await olderRows(mirror)).unverified).toEqual(new Set());
});
