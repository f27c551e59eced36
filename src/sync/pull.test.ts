import type { ChangesPage } from '#contract/sync.ts';
import { expect, test, vi } from 'vitest';
import { uuid } from '../../test/builders/build-command.ts';
import { buildSession } from '../../test/builders/build-people.ts';
import { buildReply } from '../../test/builders/build-reply.ts';
import { newKey } from '../../test/builders/build-signed.ts';
import { openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { createLocks } from '../../test/fakes/locks.ts';
import { createConnection } from './connection.ts';
import { mirrorStore } from './mirror-store.ts';
import { nextPageSize } from './page-size.ts';
import { pull } from './pull.ts';
import type { PullParts } from './parts.ts';

/** The page sizes for which a device asks that writes a row in `msPerRow`. */
async function pageSizes(msPerRow: number, pages: number): Promise<number[]> {
  const sizes: number[] = [];
  let applied = 0;
  let nowMs = Date.parse('2026-11-20T12:00:00.000Z');
  const serverTime = new Date(nowMs).toISOString();
  const request: PullParts['client']['request'] = async ({ query }) => {
    sizes.push(Number(query?.['limit']));
    const json: ChangesPage = {
      changes: [],
      next_cursor: `c${sizes.length}`,
      has_more: sizes.length < pages,
      snapshot: true,
      scope_epoch: '1',
      server_time: serverTime,
      minimum_client: 0,
    };
    return buildReply(200, json);
  };
  const mirror = await openTestMirror();
  const parts = {
    runtime: {
      mirror,
      userId: 1,
      clock: () => nowMs,
      locks: createLocks().of('page'),
      log: () => undefined,
      report: () => undefined,
    },
    client: { request },
    connection: { state: async () => ({ auth: 'ok' }), heard: async () => undefined },
    store: {
      readPage: async (json: unknown) => json as ChangesPage,
      async applyPage({ next_cursor: value, has_more: more }: ChangesPage) {
        nowMs += (sizes[applied] ?? 0) * msPerRow;
        applied += 1;
        await writeMeta(mirror, { name: 'cursor', value: { value, scopeEpoch: '1', snapshotDone: !more } });
        return { more, scopeChanged: false };
      },
      nextPageSize: async (...page: Parameters<typeof nextPageSize>) => nextPageSize(...page),
      pullDetails: async () => 'pulled',
      keepIndex: async () => undefined,
      contacted: async () => undefined,
    },
  } as unknown as PullParts;
  expect(await pull(parts)).toBe('pulled');
  return sizes;
}

test('a fast device asks for larger pages, up to what the server gives', async () => {
  expect(await pageSizes(0.1, 5)).toEqual([250, 500, 500, 500, 500]);
});

test('a slow device asks for smaller pages, so that no transaction is long', async () => {
  expect(await pageSizes(5, 5)).toEqual([250, 125, 62, 31, 31]);
  expect(await pageSizes(50, 6)).toEqual([250, 125, 62, 31, 25, 25]);
});

const refusals: [string, unknown, string][] = [
  ['an error body of ours', { message: 'Não autenticado.' }, 'login'],
  ["a portal's JSON", { error: 'unauthorized' }, 'later'],
  ["a portal's page", undefined, 'later'],
];
test.each(refusals)('a pull answered 401 with %s', async (_whose, json, result) => {
  const mirror = await openTestMirror();
  const runtime = {
    mirror,
    userId: 1,
    clock: () => 0,
    locks: createLocks().of('page'),
    log: () => undefined,
    report: () => undefined,
  };
  const request = async () => buildReply(401, json);
  const client = { request, probe: async () => 'ok' };
  const parts = { runtime, client, connection: createConnection(mirror) };
  expect(await pull(parts as unknown as PullParts)).toBe(result);
  expect((await parts.connection.state()).auth).toBe(result === 'login' ? 'needs-login' : 'ok');
});

test('a device that can not keep keys of receipts still takes the session and the changes', async () => {
  const mirror = await openTestMirror();
  const { login_id: _older, ...session } = buildSession({ receipt_keys: [newKey().key] });
  await mirror.meta.put({ name: 'session', value: session });
  const open = indexedDB.open.bind(indexedDB);
  const broken = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name === 'malote-device') throw new DOMException('full', 'QuotaExceededError');
    return open(name, version);
  });
  const asked: string[] = [];
  const request: PullParts['client']['request'] = async ({ path }) => {
    asked.push(path);
    return buildReply(200, session);
  };
  const parts = {
    runtime: {
      mirror,
      userId: session.id,
      clock: () => 0,
      locks: createLocks().of('page'),
      log: () => undefined,
      report: () => undefined,
    },
    client: { request, probe: async () => 'ok' },
    connection: { state: async () => ({ auth: 'ok' }), heard: async () => undefined, probed: async () => undefined },
    store: mirrorStore({ mirror, userId: session.id }),
  } as unknown as PullParts;
  // The page of changes that follows is the session again, which no pull takes for one.
  expect(await pull(parts)).toBe('later');
  expect(broken).toHaveBeenCalledWith('malote-device');
  expect(asked).toEqual(['/api/user', '/api/sync/changes']);
  broken.mockRestore();
});

test('a refusal that comes after another login says nothing of the new session', async () => {
  const mirror = await openTestMirror();
  const connection = createConnection(mirror);
  const enter = async (at: number) => {
    await writeMeta(mirror, { name: 'session', value: { ...buildSession(), login_id: uuid(at) } });
    await connection.loggedIn(0);
  };
  await enter(1);
  const request = async () => {
    await enter(2);
    return buildReply(401, { message: 'Unauthenticated.' });
  };
  const runtime = { mirror, userId: 7, clock: () => 0, locks: createLocks().of('page'), log: () => undefined };
  const store = mirrorStore({ mirror, userId: 7 });
  expect(await pull({ runtime, client: { request }, connection, store } as unknown as PullParts)).toBe('login');
  expect((await connection.state()).auth).toBe('ok');
});
