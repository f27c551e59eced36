import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildDetails, buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../test/builders/build-people.ts';
import { NOW, NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { CACHE_MAX_BYTES, pinDocument } from '#mirror/keep/cached-files.ts';
import { sha256Of } from '#mirror/keep/files.ts';
import { keptServerFiles } from '#mirror/questions/device-data.ts';
import { wantedFiles } from '#mirror/questions/wanted-files.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { type KeptFiles, keepAllFiles, keepFiles } from './keep-files.ts';

vi.mock('./client.ts', () => ({ client: { settleLogout: async () => true } }));

/**
 * After how many failures each pause came, what happens at one (nothing by default), and after how
 * many failures a pause has no end.
 */
const pauses = vi.hoisted(() => ({ after: [] as number[], at: () => undefined as void, endless: Infinity }));
vi.mock('../device/retry-pause.ts', () => ({
  retryPause(failures: number) {
    let end = () => undefined as void;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    pauses.after.push(failures);
    pauses.at();
    return { over: failures < pauses.endless ? Promise.resolve() : over, end };
  },
}));

const BYTES = new TextEncoder().encode('um anexo');
let mirror: Mirror;
let asked: string[] = [];

beforeEach(async () => {
  mirror = await openTestMirror();
  asked = [];
  pauses.after = [];
  pauses.at = () => undefined;
  pauses.endless = Infinity;
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await mirror.delete();
});

type Serving = { readonly without?: readonly number[]; readonly answer?: () => Response };

/** The server gives every file but these, for which it answers with 404 or with `answer`. */
function serve({ without = [], answer = () => new Response('', { status: 404 }) }: Serving = {}): void {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return without.some((id) => path.endsWith(`/${id}`)) ? answer() : new Response(BYTES);
  });
}

async function putMine(ids: readonly number[], size = BYTES.length): Promise<void> {
  const sha256 = await sha256Of(BYTES.buffer);
  const rows = ids.map((id) => buildDocumentRow({ id, responsibles: [PEOPLE.ana], last_activity_at: NOW }));
  await applyPage(mirror, buildPage(rows.map(putDocument)));
  const file = (id: number) => ({ id, name: 'a.pdf', mime_type: 'application/pdf', size, sha256 });
  await applyDetails(
    mirror,
    rows.map((row) => buildDetails(row, { files: [file(row.id * 10)] })),
  );
}

async function wantedHere(): Promise<number[]> {
  const files = await wantedFiles(mirror, { userId: PEOPLE.ana.id, organizationId: null, nowMs: NOW_MS });
  return files.map((file) => file.serverFileId);
}

type Around = {
  readonly isSparing?: boolean;
  readonly isLow?: boolean;
  readonly laterMs?: number;
  readonly signal?: AbortSignal;
};

const keep = async (around: Around = {}) => (await run(around)).fetched;

function run(around: Around = {}): Promise<KeptFiles> {
  return keepFiles(partsOf(around));
}

/** All files, in as many runs as they need; false when that ended before. */
function runAll(around: Around = {}): Promise<boolean> {
  return keepAllFiles(partsOf(around));
}

function partsOf({ isSparing = false, isLow = false, laterMs = 0, signal = new AbortController().signal }: Around) {
  return {
    mirror,
    userId: PEOPLE.ana.id,
    organizationId: null,
    now: () => NOW_MS + laterMs,
    isMetered: () => isSparing,
    isStorageLow: async () => isLow,
    atRest: async () => undefined,
    locks: { request: async (...[, , work]: unknown[]) => (work as (lock: null) => unknown)(null) } as never,
    signal,
  };
}

it('files of one’s work are fetched ahead, and one that the server does not give stops no other and is asked for once', async () => {
  serve({ without: [510] });
  await putMine([51, 52, 53]);
  expect(await keep()).toBe(2);
  expect(await keptServerFiles(mirror)).toEqual(new Set([520, 530]));
  expect(await keep()).toBe(0);
  expect(asked).toHaveLength(3);
});

it('over a metered network only the files of pinned documents are fetched', async () => {
  serve();
  await putMine([61, 62]);
  await pinDocument(mirror, { id: 62, isPinned: true });
  expect(await run({ isSparing: true })).toEqual({ fetched: 1, end: 'spared' });
  expect(await keptServerFiles(mirror)).toEqual(new Set([620]));
});

it.each([
  ['the session ended', () => new Response('', { status: 401 })],
  ['the server asks to wait', () => new Response('', { status: 429 })],
  ['the server restarts', () => new Response('', { status: 503 })],
  ['a portal answers', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
  [
    'the connection is lost',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('when %s, the run ends at that file, and the next run asks for all of them', async (_trouble, answer) => {
  await putMine([71, 72, 73]);
  const [first] = await wantedHere();
  serve({ without: [first ?? 0], answer });
  expect(await run()).toEqual({ fetched: 0, end: 'trouble' });
  expect(asked).toHaveLength(1);
  serve();
  expect(await run()).toEqual({ fetched: 3, end: 'complete' });
  expect(asked).toHaveLength(4);
});

it('a file with which the server fails each time keeps no other from coming', async () => {
  await putMine([81, 82, 83]);
  const [first = 0] = await wantedHere();
  serve({ without: [first], answer: () => new Response('', { status: 500 }) });
  expect([await keep(), await keep()]).toEqual([0, 2]);
});

it('a pinned file whose transfer breaks each time rests after five failures, longer after each other one', async () => {
  await putMine([85]);
  await pinDocument(mirror, { id: 85, isPinned: true });
  serve({ without: [850], answer: () => new Response('', { status: 500 }) });
  const HOUR_MS = 3_600_000;
  pauses.at = () => {
    if (pauses.after.length > 20) throw new Error('asked for ever');
  };
  // Details that arrive start the runs again.
  expect([await runAll({ isSparing: true }), await runAll()]).toEqual([false, false]);
  expect(asked).toHaveLength(5);
  expect(await runAll({ laterMs: HOUR_MS })).toBe(false);
  expect(await runAll({ laterMs: 2 * HOUR_MS })).toBe(false);
  expect(asked).toHaveLength(6);
  serve();
  expect(await runAll({ laterMs: 3 * HOUR_MS })).toBe(true);
});

it('space that becomes short between two runs spares the files that are not pinned', async () => {
  serve();
  await putMine([87]);
  expect(await run({ isLow: true })).toEqual({ fetched: 0, end: 'spared' });
  expect(await run()).toEqual({ fetched: 1, end: 'complete' });
});

it('what the server did not give one person is asked for another', async () => {
  await putMine([91]);
  serve({ without: [910] });
  expect(await keep()).toBe(0);
  await mirror.delete();
  mirror = await openTestMirror();
  await putMine([91]);
  serve();
  expect(await keep()).toBe(1);
});

it('a pinned file for which the pinned ones leave no room is not asked for', async () => {
  serve();
  await putMine([95], CACHE_MAX_BYTES + 1);
  await pinDocument(mirror, { id: 95, isPinned: true });
  expect(await keep()).toBe(0);
  expect(asked).toEqual([]);
});

it('a file that does not fit on the device is not asked for again', async () => {
  serve();
  await putMine([97]);
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  mirror.chunks.hook('creating', full);
  await expect(keep()).rejects.toThrow('storage trouble: quota');
  mirror.chunks.hook('creating').unsubscribe(full);
  expect(await keep()).toBe(0);
  expect(asked).toHaveLength(1);
});

it('more files than one run fetches come one run after the other', async () => {
  serve();
  await putMine(Array.from({ length: 60 }, (_, at) => 100 + at));
  expect(await runAll()).toBe(true);
  expect((await keptServerFiles(mirror)).size).toBe(60);
  expect(pauses.after).toEqual([]);
});

it('after trouble all files come, with a pause that grows while nothing does', async () => {
  await putMine([171, 172, 173]);
  serve({ without: [1710, 1720, 1730], answer: () => new Response('', { status: 503 }) });
  pauses.at = () => {
    if (pauses.after.length === 3) serve();
  };
  expect(await runAll()).toBe(true);
  expect(pauses.after).toEqual([1, 2, 3]);
  expect(await keptServerFiles(mirror)).toEqual(new Set([1710, 1720, 1730]));
});

it('files with which the server fails each time do not keep from coming what failed once', async () => {
  await putMine([181, 182, 183]);
  const ids = await wantedHere();
  serve({ without: ids, answer: () => new Response('', { status: 503 }) });
  expect([await keep(), await keep(), await keep()]).toEqual([0, 0, 0]);
  serve({ without: ids.slice(0, 2), answer: () => new Response('', { status: 500 }) });
  expect([await keep(), await keep(), await keep()]).toEqual([0, 0, 1]);
});

it('a pause ends with the page, and nothing is asked for again', async () => {
  await putMine([191]);
  serve({ without: [1910], answer: () => new Response('', { status: 503 }) });
  const leaving = new AbortController();
  pauses.endless = 4;
  pauses.at = () => {
    if (pauses.after.length === 4) leaving.abort();
  };
  expect(await runAll({ signal: leaving.signal })).toBe(false);
  expect(asked).toHaveLength(4);
});

it('over a metered network the files that are not pinned are not looked for again and again', async () => {
  serve();
  await putMine([195]);
  expect(await runAll({ isSparing: true })).toBe(false);
  expect([asked, pauses.after]).toEqual([[], []]);
});
