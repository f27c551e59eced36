// Server → mirror: pages of changes until there are no more, then the details that are likely to be wanted. Each page,
// the views folded from it and the cursor are one transaction (src/sync/promises.md, hazard 20), so that it may be killed
// anywhere. A pull goes on while commands wait (I5, I8), and never touches the outbox.

import type { SessionUser } from '#contract/session.ts';
import { PATHS } from '#contract/paths.ts';
import { readDetails } from '#contract/read-answers.ts';
import {
  type ChangesPage,
  type DetailsAnswer,
  type Extent,
  HEADERS,
  type RowForm,
  SYNC_DETAILS_MAX,
} from '#contract/sync.ts';
import type { PageApplied, PageToApply } from '#mirror/apply/apply-page.ts';
import { connectionOf } from '#mirror/questions/connection.ts';
import type { WantedDetails } from '#mirror/questions/wanted-details.ts';
import { readMeta } from '#mirror/store/meta.ts';
import type { SyncClient } from './sync-client.ts';
import type { ConnectionWatch } from './connection.ts';
import { readingOf, successOf } from './reading.ts';
import type { SyncRuntime } from './runtime.ts';

export type PullParts = {
  readonly runtime: SyncRuntime;
  readonly client: SyncClient;
  readonly connection: ConnectionWatch;
  readonly store: PullStore;
  /**
   * Pulls from a server without a feed of changes (pull-lists.ts; S106). Absent in the worker, which leaves such a server to
   * pages.
   */
  readonly pullLists?: (parts: PullParts) => Promise<PullResult>;
  /** A person asks for everything now: a walk of lists does not rest first. */
  readonly isAsked?: boolean;
};

/** What a pull asks of the mirror; mirror-store.ts is the real one. */
export type PullStore = {
  /** A page of changes in either form; null when the answer is not ours. */
  readPage(json: unknown): Promise<ChangesPage | null>;
  /** The session as GET /api/user tells it; null when the answer is not ours. */
  readSession(json: unknown): Promise<SessionUser | null>;
  /** With the keys of receipts that it names. */
  keepSession(session: SessionUser): Promise<void>;
  /** One page and its cursor, in one transaction. */
  applyPage(page: PageToApply): Promise<PageApplied>;
  /** Rows to ask for, after a page of `rows` took `tookMs` to be written (page-size.ts). */
  nextPageSize(rows: number, tookMs: number): Promise<number>;
  /** Those with a row bring that first. `asked`: the server ids for which they were asked. */
  applyDetails(details: DetailsAnswer['documents'], at: { asked: readonly number[]; nowMs: number }): Promise<void>;
  /** Whose details to ask for (wanted-details.ts). */
  staleDetails(ask: { limit: number; nowMs: number; skip: ReadonlySet<number> }): Promise<WantedDetails>;
  /** Keeps for the next start what this one has made of the rows. */
  keepIndex(): Promise<void>;
  /** Makes everything in backoff due now: the server has answered. */
  contacted(nowMs: number): Promise<void>;
};

/**
 * `pulled`: nothing is missing. `busy`: another tab pulls. `login`: the session has ended. `later`: no answer of our
 * server.
 */
export type PullResult = 'pulled' | 'busy' | 'login' | 'later';

/**
 * Rows of the first page of a pull. A first walk begins with reference data, more than a hundred rows in a town: so the first answer
 * has documents too, enough for the first rows on screen (`hasFirstCopy`).
 */
export const FIRST_PAGE = 250;
/** How many details one pull fetches ahead. */
const DETAILS_AHEAD = 200;
/** More pages than any mirror has: a server whose cursor runs in circles must not keep a device busy for ever. */
const PAGES_MAX = 5_000;

export async function pull(parts: PullParts): Promise<PullResult> {
  const { runtime } = parts;
  return runtime.locks.request(`pull:${runtime.mirror.name}`, {
    mode: 'exclusive',
    ifAvailable: true,
    work: async (held) => {
      const result = held ? await pullAll(parts) : 'busy';
      return result === 'absent' ? (parts.pullLists?.(parts) ?? 'later') : result;
    },
  });
}

/** `absent`: the server has no feed of changes. */
async function pullAll(parts: PullParts): Promise<PullResult | 'absent'> {
  const { runtime, connection, store } = parts;
  if (connectionOf(await connection.state(), true).needsLogin) return 'login';
  const session = await readMeta(runtime.mirror, 'session');
  // A session kept by an older version names no login. Commands made under it would be judged by the person's other
  // logins (S34).
  if (session?.login_id === undefined) {
    const asked = await pullSession(parts);
    if (asked !== 'pulled') return asked;
  }
  let limit = FIRST_PAGE;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const asked = (await readMeta(runtime.mirror, 'cursor'))?.value;
    const query = {
      limit,
      rows: 'compact' satisfies RowForm,
      extent: 'bounded' satisfies Extent,
      ...(asked === undefined ? {} : { cursor: asked }),
    };
    const page = await get(parts, { path: PATHS.changes, query, read: (json) => store.readPage(json) });
    if (typeof page === 'string') return page;
    const beganMs = runtime.clock();
    const applied = await store.applyPage({ ...page, asked: asked ?? null, heardMs: beganMs });
    const tookMs = runtime.clock() - beganMs;
    if (applied.scopeChanged) {
      // What this person may see has changed, so their roles and sector may have changed too.
      const session = await pullSession(parts);
      if (session !== 'pulled') return session;
    }
    if (!applied.more) {
      await store.contacted(runtime.clock());
      const details = await pullDetails(parts);
      await store.keepIndex();
      return details;
    }
    limit = await store.nextPageSize(limit, tookMs);
  }
  return 'later';
}

/** Fetches the session as the server has it now: menus and `can` read it. */
async function pullSession(parts: PullParts): Promise<PullResult | 'absent'> {
  const { store } = parts;
  const session = await get(parts, { path: PATHS.user, query: {}, read: (json) => store.readSession(json) });
  if (typeof session === 'string') return session;
  // Another person has logged in on this device: their session must not come into this mirror (I4).
  if (session.id !== parts.runtime.userId) return 'login';
  await store.keepSession(session);
  return 'pulled';
}

async function pullDetails(parts: PullParts): Promise<PullResult | 'absent'> {
  const asked = new Set<number>();
  while (asked.size < DETAILS_AHEAD) {
    const nowMs = parts.runtime.clock();
    const { ids, ...form } = await parts.store.staleDetails({ limit: SYNC_DETAILS_MAX, nowMs, skip: asked });
    if (ids.length === 0) return 'pulled';
    // Details that the server does not give (the person has lost sight of the document) are asked for once.
    for (const id of ids) asked.add(id);
    const query = { ids: ids.join(), ...form };
    const answer = await get(parts, { path: PATHS.syncDocuments, query, read: readDetails });
    if (typeof answer === 'string') return answer;
    await parts.store.applyDetails(answer.documents, { asked: ids, nowMs });
  }
  return 'pulled';
}

type Question<Body> = {
  path: string;
  query: Record<string, string | number>;
  read: (json: unknown) => Body | null | Promise<Body | null>;
};

/** `absent`: the server says in our JSON that it has no feed of changes. A portal's or a proxy's page does not count. */
async function get<Body extends object>(
  parts: PullParts,
  ask: Question<Body>,
): Promise<Body | 'login' | 'later' | 'absent'> {
  // Another person may have logged in meanwhile, in another tab: what they may see must not come into this mirror (rule
  // B1, I4).
  const headers = { [HEADERS.actingUser]: String(parts.runtime.userId) };
  const answer = await parts.client.request({ method: 'GET', path: ask.path, query: ask.query, headers });
  const reading = readingOf(answer);
  const json = successOf(reading);
  // What the answer says of the network is noted while it is read.
  const [, body] = await Promise.all([parts.connection.heard(answer), json === undefined ? null : ask.read(json)]);
  if (reading.kind === 'login') return 'login';
  if (ask.path === PATHS.changes && reading.kind === 'ours' && reading.reply.status === 404) return 'absent';
  if (body === null) parts.runtime.log('pull-not-answered', { path: ask.path, status: reading.reply?.status ?? null });
  return body ?? 'later';
}
