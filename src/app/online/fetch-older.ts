import { PATHS } from '#contract/paths.ts';
import { readFoundDocument, readFoundRows } from '#contract/documents.ts';
import { HEADERS } from '#contract/sync.ts';
import { applyFetched, applyFetchedWhole } from '#mirror/apply/apply-fetched.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { browserLocks } from '#sync/browser-runtime.ts';
import { readingOf, successOf } from '#sync/reading.ts';
import { client } from './client.ts';

/** Rows of one request: the most that the list of documents gives. */
const PER_PAGE = 100;

/**
 * `total`: how many documents match on the server. `came`: how many of them have been fetched, this
 * page included.
 */
export type OlderResult = { readonly total: number; readonly came: number };

/**
 * Why nothing was fetched. `copying`: the device's first copy is not complete yet. `later`: our
 * server gave no answer.
 */
export type OlderTrouble = 'login' | 'copying' | 'later';

/** Filters by their names in the list's query (src/server/routes/document-list.ts). */
export type OlderQuery = Readonly<Record<string, string | number>>;

type Asking = { readonly mirror: Mirror; readonly userId: number; readonly nowMs: number };

/**
 * Searches the server for documents that a bounded copy leaves out, and stores those of one page in
 * the mirror (S110). `page` counts from 1.
 */
export async function fetchOlder(
  { mirror, userId, nowMs }: Asking,
  { query, page }: { query: OlderQuery; page: number },
): Promise<OlderResult | OlderTrouble> {
  return withoutPull(mirror, async () => {
    const whole = { ...query, page, per_page: PER_PAGE };
    const reading = await ask({ path: PATHS.documents, query: whole, userId });
    if (reading.kind === 'login') return 'login';
    const found = readFoundRows(successOf(reading));
    if (found === null) return 'later';
    const isApplied = await applyFetched(mirror, { rows: found.data, nowMs });
    const { total } = found;
    return isApplied ? { total, came: Math.min(total, page * PER_PAGE) } : 'copying';
  });
}

/**
 * Fetches and stores one document whose address was opened. `unseen`: the document does not exist,
 * or the person can't see it.
 */
export async function fetchOpened(
  { mirror, userId, nowMs }: Asking,
  id: number,
): Promise<'here' | 'unseen' | OlderTrouble> {
  return withoutPull(mirror, async () => {
    const reading = await ask({ path: PATHS.document(id), query: {}, userId });
    if (reading.kind === 'login') return 'login';
    if (reading.kind === 'ours' && [403, 404].includes(reading.reply.status)) return 'unseen';
    const document = readFoundDocument(successOf(reading));
    if (document === null) return 'later';
    await applyFetchedWhole(mirror, { document, nowMs });
    return 'here';
  });
}

async function ask({ path, query, userId }: { path: string; query: OlderQuery; userId: number }) {
  // The acting user makes the server refuse the request if another person has logged in meanwhile
  // in another tab: what they see must not enter this mirror (I4).
  const headers = { [HEADERS.actingUser]: String(userId) };
  return readingOf(await client.request({ method: 'GET', path, query, headers }));
}

/**
 * Runs work under the lock of pulls (src/sync/pull.ts). Otherwise a walk for a smaller sight could
 * end between request and answer, and the stored answer would stay on the device.
 */
function withoutPull<Result>(mirror: Mirror, work: () => Promise<Result>): Promise<Result> {
  return browserLocks.request(`pull:${mirror.name}`, { mode: 'exclusive', ifAvailable: false, work });
}
