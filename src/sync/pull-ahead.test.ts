// The page that a pull asks for while it applies the one before.

import type { ChangesPage } from '#contract/sync.ts';
import { serverIdsOf } from '#mirror/engine/document-writes.ts';
import { readMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildDocumentRow } from '../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../test/builders/build-page.ts';
import { buildSession } from '../../test/builders/build-people.ts';
import { buildReply } from '../../test/builders/build-reply.ts';
import { openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { createLocks } from '../../test/fakes/locks.ts';
import { createConnection } from './connection.ts';
import { afterFirstRows, pull } from './pull.ts';
import { mirrorStore } from './mirror-store.ts';
import type { PullParts, PullStore } from './parts.ts';
import type { Answer } from './reading.ts';
import type { Call } from './runtime.ts';

const PAGES = 5;
const SESSION = buildSession();
const LOST: Answer = { kind: 'failure', sent: false, reason: 'network' };

let mirror: Mirror;
/** The cursors asked for, and the pages applied, in their order. */
let happened: string[];
beforeEach(async () => {
  mirror = await openTestMirror();
  await mirror.meta.put({ name: 'session', value: SESSION });
  happened = [];
});

/** Page `at` has the document of this id, and the cursor `c<at>`. */
function pageAt(at: number, overrides: Partial<ChangesPage> = {}): Answer {
  const row = buildDocumentRow({ id: at, number: at, rev: at });
  const has_more = at < PAGES;
  return buildReply(
    200,
    buildPage([putDocument(row)], { next_cursor: `c${at}`, has_more, snapshot: has_more, ...overrides }),
  );
}

const cursorOf = ({ query }: Call) => String(query?.['cursor'] ?? 'c0');
const placeOf = (cursor: string) => Number(cursor.slice(1));

type Instead = {
  readonly answer?: (cursor: string) => Answer | Promise<Answer> | undefined;
  /** Before a page is applied. */
  readonly before?: (page: ChangesPage) => Promise<void>;
};

function partsOf({ answer, before }: Instead = {}, locks = createLocks()): PullParts {
  const store = mirrorStore({ mirror, userId: SESSION.id });
  const request = async (call: Call): Promise<Answer> => {
    if (call.path === '/api/user') return buildReply(200, SESSION);
    if (call.path !== '/api/sync/changes') return buildReply(200, { documents: [] });
    const cursor = cursorOf(call);
    happened.push(`asked ${cursor}`);
    return answer?.(cursor) ?? pageAt(placeOf(cursor) + 1);
  };
  return {
    runtime: {
      mirror,
      userId: SESSION.id,
      clock: () => 0,
      locks: locks.of('page'),
      log: () => undefined,
      report: () => undefined,
    },
    client: { request, probe: async () => 'ok' },
    connection: createConnection(mirror),
    store: {
      ...store,
      async applyPage(page: ChangesPage) {
        await before?.(page);
        const applied = await store.applyPage(page);
        happened.push(`applied ${page.next_cursor}`);
        return applied;
      },
    },
  } as unknown as PullParts;
}

const idsHere = async () => (await serverIdsOf(mirror)).toSorted((left, right) => left - right);
const positionNow = async () => (await readMeta(mirror, 'cursor'))?.value;

test('the next page is asked for before this one is applied, once a page has told how many rows suit the device', async () => {
  expect(await pull(partsOf())).toBe('pulled');
  const first = ['asked c0', 'applied c1', 'asked c1'];
  const ahead = ['asked c2', 'applied c2', 'asked c3', 'applied c3', 'asked c4', 'applied c4', 'applied c5'];
  expect(happened).toEqual([...first, ...ahead]);
  expect(await idsHere()).toEqual([1, 2, 3, 4, 5]);
});

test('a page that follows no more is never applied, and the stored position is asked for', async () => {
  const other = mirrorStore({ mirror, userId: SESSION.id });
  let isMoved = false;
  // Another context applies the third page, with another cursor, while this one is about to.
  const before = async (page: ChangesPage) => {
    if (page.next_cursor !== 'c3' || isMoved) return;
    isMoved = true;
    await other.applyPage({ ...page, asked: 'c2', next_cursor: 'c3b' });
  };
  const answer = (cursor: string) => {
    if (cursor === 'c3') return pageAt(99, { next_cursor: 'c4', has_more: true, snapshot: true });
    return cursor === 'c3b' ? pageAt(4) : undefined;
  };
  expect(await pull(partsOf({ before, answer }))).toBe('pulled');
  expect(happened.filter((one) => one.startsWith('asked c3'))).toEqual(['asked c3', 'asked c3b']);
  expect(await idsHere()).toEqual([1, 2, 3, 4, 5]);
});

test('when what the person may see changes, the walk begins anew without the page asked ahead', async () => {
  let walks = 0;
  const answer = (cursor: string) => {
    if (cursor === 'c0') walks += 1;
    const epoch = walks === 1 && placeOf(cursor) < 2 ? '1' : '2';
    return pageAt(placeOf(cursor) + 1, { scope_epoch: epoch });
  };
  expect(await pull(partsOf({ answer }))).toBe('pulled');
  expect(walks).toBe(2);
  expect(happened.indexOf('asked c3')).toBeLessThan(happened.lastIndexOf('asked c0'));
  expect(await idsHere()).toEqual([1, 2, 3, 4, 5]);
  expect(await positionNow()).toBe(`c${PAGES}`);
});

test('an answer that nobody takes has no effect: the device is full, and the page ahead says that the session has ended', async () => {
  const before = async ({ next_cursor }: ChangesPage) => {
    if (next_cursor !== 'c3') return;
    throw new DOMException('full', 'QuotaExceededError');
  };
  const answer = (cursor: string) => (cursor === 'c3' ? buildReply(401, { message: 'Não autenticado.' }) : undefined);
  const parts = partsOf({ before, answer });
  await expect(pull(parts)).rejects.toThrow('full');
  expect(happened).toContain('asked c3');
  expect((await parts.connection.state()).auth).toBe('ok');
  expect([await idsHere(), await positionNow()]).toEqual([[1, 2], 'c2']);
});

test('a page ahead that is lost, or is none of ours, ends the pull after the page before it is stored', async () => {
  const lost = partsOf({ answer: (cursor) => (cursor === 'c3' ? LOST : undefined) });
  expect(await pull(lost)).toBe('later');
  expect([await idsHere(), await positionNow()]).toEqual([[1, 2, 3], 'c3']);
  const portal = partsOf({ answer: (cursor) => (cursor === 'c4' ? buildReply(200, { login: true }) : undefined) });
  expect(await pull(portal)).toBe('later');
  expect([await idsHere(), await positionNow()]).toEqual([[1, 2, 3, 4], 'c4']);
  expect(await pull(partsOf())).toBe('pulled');
  expect(await idsHere()).toEqual([1, 2, 3, 4, 5]);
});

test('a page ahead that can not be read fails when it is its turn, and not before', async () => {
  const parts = partsOf();
  let read = 0;
  const failing = {
    ...parts,
    store: {
      ...parts.store,
      readPage: async (...given: Parameters<PullStore['readPage']>) => {
        read += 1;
        if (read === 4) throw new TypeError('the code of the reader did not come');
        return parts.store.readPage(...given);
      },
    },
  };
  await expect(pull(failing)).rejects.toThrow('did not come');
  expect([await idsHere(), await positionNow()]).toEqual([[1, 2, 3], 'c3']);
});

test('what can wait begins when the page after the first rows is here, and at once on a device that has everything', async () => {
  await mirror.meta.delete('cursor');
  const locks = createLocks();
  const others = locks.of('worker');
  const before = async ({ next_cursor }: ChangesPage) => {
    if (next_cursor !== 'c1') return;
    void afterFirstRows(others).then(() => happened.push('others'));
  };
  await pull(partsOf({ before }, locks));
  expect(happened.slice(0, 6)).toEqual(['asked c0', 'applied c1', 'asked c1', 'applied c2', 'others', 'asked c2']);
  await pull(partsOf({ before: async () => afterFirstRows(others) }, locks));
  expect(happened.at(-1)).toBe(`applied c${PAGES + 1}`);
});

test('what waits for the first rows begins when the network ends before they come', async () => {
  await mirror.meta.delete('cursor');
  const locks = createLocks();
  const answer = () => {
    void afterFirstRows(locks.of('worker')).then(() => happened.push('others'));
    return LOST;
  };
  expect(await pull(partsOf({ answer }, locks))).toBe('later');
  await vi.waitFor(() => expect(happened).toEqual(['asked c0', 'others']));
});

test('in a town of one page what can wait begins before the details are asked for', async () => {
  await mirror.meta.delete('cursor');
  const locks = createLocks();
  const before = async () => {
    void afterFirstRows(locks.of('worker')).then(() => happened.push('others'));
  };
  const parts = partsOf({ before, answer: () => pageAt(PAGES) }, locks);
  const store: PullStore = {
    ...parts.store,
    async pullDetails() {
      happened.push('details');
      return 'pulled';
    },
  };
  expect(await pull({ ...parts, store })).toBe('pulled');
  expect(happened).toEqual(['asked c0', `applied c${PAGES}`, 'others', 'details']);
});
