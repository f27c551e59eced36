import { PATHS } from '#contract/paths.ts';
import { readFoundDocument, readFoundRows } from '#contract/documents.ts';
import { HEADERS } from '#contract/sync.ts';
import { applyFetched, applyFetchedWhole } from '#mirror/apply/apply-fetched.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { browserLocks } from '#sync/browser-runtime.ts';
import { readingOf, successOf } from '#sync/reading.ts';
import { client } from './client.ts';

/** Rows that one question brings: the most that the list gives. */
const PER_PAGE = 100;

/**
 * `total`: how many documents the server finds. `came`: how many of them have been fetched so far,
 * with those of this answer.
 */
export type OlderResult = { readonly total: number; readonly came: number };

/**
 * `copying`: the first copy of this device is still being made. `later`: no answer of our server.
 */
export type OlderTrouble = 'login' | 'copying' | 'later';

/** The query by the names of the list's filters (src/server/routes/document-list.ts). */
export type OlderQuery = Readonly<Record<string, string | number>>;

type Asking = { readonly mirror: Mirror; readonly userId: number; readonly nowMs: number };

/**
 * Has the server search for documents that a bounded copy leaves out, and puts those of one page on
 * this device (S110). Returns how many the server finds in all. `page`: from 1.
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
 * Puts a document on this device that its address names, by the call that opens a document.
 * `unseen`: it does not exist, or not for this person.
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
  // Another person may have logged in meanwhile, in another tab: what they see must not come into
  // this mirror (I4).
  const headers = { [HEADERS.actingUser]: String(userId) };
  return readingOf(await client.request({ method: 'GET', path, query, headers }));
}

/**
 * No pull runs meanwhile: it holds the lock of this name (src/sync/pull.ts). A walk that found a
 * smaller sight and ended between question and answer could not drop what the answer brings.
 */
function withoutPull<Result>(mirror: Mirror, work: () => Promise<Result>): Promise<Result> {
  return browserLocks.request(`pull:${mirror.name}`, { mode: 'exclusive', ifAvailable: false, work });
}
