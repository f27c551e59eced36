import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildDetails, buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../test/builders/build-people.ts';
import { NOW, NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { pinDocument } from '#mirror/keep/cached-files.ts';
import { sha256Of } from '#mirror/keep/sha256.ts';
import { keptServerFiles } from '#mirror/questions/kept-server-files.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { keepFiles } from './keep-files.ts';

vi.mock('./client.ts', () => ({ client: { settleLogout: async () => true } }));

const BYTES = new TextEncoder().encode('um anexo');
let mirror: Mirror;
let asked: string[] = [];

beforeEach(async () => {
  mirror = await openTestMirror();
  asked = [];
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await mirror.delete();
});

/** The server gives every file but these. */
function serve({ without = [] }: { without?: readonly number[] } = {}): void {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return without.some((id) => path.endsWith(`/${id}`)) ? new Response('', { status: 404 }) : new Response(BYTES);
  });
}

async function putMine(ids: readonly number[]): Promise<void> {
  const sha256 = await sha256Of(BYTES.buffer);
  const rows = ids.map((id) => buildDocumentRow({ id, responsibles: [PEOPLE.ana], last_activity_at: NOW }));
  await applyPage(mirror, buildPage(rows.map(putDocument)));
  const file = (id: number) => ({ id, name: 'a.pdf', mime_type: 'application/pdf', size: BYTES.length, sha256 });
  await applyDetails(
    mirror,
    rows.map((row) => buildDetails(row, { files: [file(row.id * 10)] })),
  );
}

function keep({ isMetered = false } = {}): Promise<number> {
  return keepFiles({
    mirror,
    userId: PEOPLE.ana.id,
    organizationId: null,
    now: () => NOW_MS,
    isMetered: () => isMetered,
    isOffline: async () => false,
    atRest: async () => undefined,
    locks: { request: async (...[, , work]: unknown[]) => (work as (lock: null) => unknown)(null) } as never,
    signal: new AbortController().signal,
  });
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
  expect(await keep({ isMetered: true })).toBe(1);
  expect(await keptServerFiles(mirror)).toEqual(new Set([620]));
});
