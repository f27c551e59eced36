// Server → mirror: pages of changes until there are no more, then the details that are likely to be
// wanted. Each page, the views folded from it and the cursor are written in one transaction
// (src/sync/promises.md, hazard 20), so that a pull may be killed anywhere. A pull goes on while
// commands wait (I5, I8), and never touches the outbox.

import { PATHS } from '#contract/paths.ts';
import { type ChangesPage, type Extent, FIRST_SCREEN, HEADERS } from '#contract/sync.ts';
import { readMeta } from '#mirror/store/storage.ts';
import { retryAfterMs, THROTTLE_MS } from './backoff.ts';
import type { ConnectionWatch } from './connection.ts';
import type { PullParts, PullResult } from './parts.ts';
import { type Answer, type Reading, readingOf, successOf } from './reading.ts';
import type { Locks, SyncClient, SyncRuntime } from './runtime.ts';
import { noting } from './trouble.ts';

/**
 * Rows of the page ahead of a first walk: a town hall's alerts, and enough documents for the first
 * rows on screen (`hasFirstCopy`). Each further row is parsed, checked and stored before any is
 * shown (S132).
 */
export const SCREEN_PAGE = 60;
/**
 * Rows of the first page of any other pull, and of the page after SCREEN_PAGE. The device decides
 * the sizes of later pages (page-size.ts).
 */
const FIRST_PAGE = 250;
/**
 * More pages than any mirror has: a server whose cursor runs in circles must not keep a device busy
 * for ever.
 */
const PAGES_MAX = 5_000;

export async function pull(parts: PullParts): Promise<PullResult> {
  const result = await noting(parts.runtime, 'pull', () => pullAlone(parts));
  parts.runtime.log('pull', { result });
  return result;
}

function pullAlone(parts: PullParts): Promise<PullResult> {
  const { runtime } = parts;
  return runtime.locks.request(`pull:${runtime.mirror.name}`, {
    mode: 'exclusive',
    ifAvailable: true,
    work: async (held) => (held ? pullFrom(parts) : 'busy'),
  });
}

/** A server may gain a feed, so the feed is tried first each time. */
async function pullFrom(parts: PullParts): Promise<PullResult> {
  const fed = await pullFeed(parts);
  if (fed !== 'absent') return fed;
  const plain = await parts.plain();
  const listed = await plain.pull(parts);
  return listed === 'absent' ? 'later' : listed;
}

/** Pulls from the feed of changes. `absent`: the server has none. */
async function pullFeed(parts: PullParts): Promise<PullResult | 'absent'> {
  const { runtime, connection } = parts;
  if ((await connection.state()).auth === 'needs-login') return 'login';
  const session = await readMeta(runtime.mirror, 'session');
  // A session kept by an older version names no login. Commands made under it would be judged by
  // the person's other logins (S34).
  const login = session?.login_id;
  if (login === undefined) {
    const asked = await pullSession(parts);
    if (asked !== 'pulled') return asked;
  }
  // Another login may end this session while a page is on its way.
  const heard: ConnectionWatch['heard'] = (answer) => connection.heard(answer, login);
  return pullPages({ ...parts, connection: { ...connection, heard } });
}

/**
 * A requested page, parsed when it arrives. It changes nothing before its turn, and nothing at all
 * when the stored cursor is another one by then (S126).
 */
type RequestedPage = {
  readonly cursor: string | undefined;
  /** How many rows were asked for. */
  readonly limit: number;
  readonly answered: Promise<PullAnswer<ChangesPage>>;
};

async function pullPages(parts: PullParts): Promise<PullResult | 'absent'> {
  const firstRows = firstRowsOf(parts.runtime.locks);
  return pullEach(parts, firstRows).finally(() => firstRows.release());
}

async function pullEach(parts: PullParts, firstRows: FirstRows): Promise<PullResult | 'absent'> {
  const { runtime, store, connection } = parts;
  let limit = FIRST_PAGE;
  // Whether the last page of this size was stored quickly enough. Only then is the next page
  // requested while one is being applied.
  let isTried = false;
  // The page after the one that is being applied.
  let ahead: RequestedPage | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const cursor = (await readMeta(runtime.mirror, 'cursor'))?.value;
    // The stored cursor may be another one than the page before has brought: another context has
    // moved it, or the person's sight has changed.
    const isFirst = cursor === undefined;
    if (isFirst) firstRows.hold();
    const asked =
      ahead !== undefined && ahead.cursor === cursor
        ? ahead
        : askPage(parts, { cursor, limit: isFirst ? SCREEN_PAGE : limit });
    const answered = await asked.answered;
    // The connection notes the answer while the page is read: the browser's storage may be slow.
    const noting = connection.heard(answered.answer);
    noting.catch(() => undefined);
    const page = await meaningOf(parts, answered);
    if (typeof page === 'string') {
      await noting;
      if (page === 'later') await judgeUnanswered(parts, answered.reading);
      return page;
    }
    ahead = page.has_more && isTried ? askPage(parts, { cursor: page.next_cursor, limit }) : undefined;
    const beganMs = runtime.clock();
    const applied = await store.applyPage({ ...page, asked: cursor ?? null, heardMs: answered.atMs });
    const tookMs = runtime.clock() - beganMs;
    // The held work may go on: the screen drew the first rows while the next page was on its way.
    if (!isFirst || !applied.more) firstRows.release();
    await noting;
    if (applied.scopeChanged) {
      // What this person may see has changed, so their roles and sector may have changed too.
      const session = await pullSession(parts);
      if (session !== 'pulled') return session;
    }
    if (!applied.more) {
      await store.contacted(runtime.clock());
      const details = await store.pullDetails(parts);
      await store.keepIndex();
      return details;
    }
    if (isFirst) continue;
    limit = await store.nextPageSize(asked.limit, tookMs);
    isTried = limit >= asked.limit;
  }
  return 'later';
}

function askPage(parts: PullParts, { cursor, limit }: Pick<RequestedPage, 'cursor' | 'limit'>): RequestedPage {
  const extent: Extent = 'bounded';
  const answered = ask(parts, {
    path: PATHS.changes,
    query: { limit, extent, ...(cursor === undefined ? { first: FIRST_SCREEN } : { cursor }) },
    read: (json) => parts.store.readPage(json, () => turnOver(parts.runtime)),
  });
  // The caller that awaits this page gets its error. A page that no caller awaits must not raise an
  // unhandled rejection.
  answered.then(({ body }) => body).catch(() => undefined);
  return { cursor, limit, answered };
}

/** Lets other tasks run, such as a press that waits. */
function turnOver({ setTimer }: SyncRuntime): Promise<void> {
  return new Promise((resolve) => void setTimer(resolve, 0));
}

/**
 * Fetches the session as the server has it now, and stores it: menus and checks of permissions read
 * it.
 */
async function pullSession(parts: PullParts): Promise<PullResult | 'absent'> {
  const { store } = parts;
  const session = await get(parts, { path: PATHS.user, query: {}, read: (json) => store.readSession(json) });
  if (typeof session === 'string') return session;
  // Another person has logged in on this device: their session must not come into this mirror (I4).
  if (session.id !== parts.runtime.userId) return 'login';
  await store.keepSession(session);
  return 'pulled';
}

type Question<Body> = {
  path: string;
  query: Record<string, string | number>;
  read: (json: unknown) => Body | null | Promise<Body | null>;
};

/**
 * Sends a GET request and reads its answer. `absent`: the server says in our JSON that it has no
 * feed of changes. A portal's or a proxy's page does not count.
 */
export async function get<Body extends object>(
  parts: PullParts,
  question: Question<Body>,
): Promise<Body | 'login' | 'later' | 'absent'> {
  return bodyOf(parts, await ask(parts, question));
}

type PullAnswer<Body> = {
  readonly path: string;
  readonly answer: Answer;
  readonly reading: Reading;
  /** When the answer came, by this device's clock (epoch ms). */
  readonly atMs: number;
  /** The body as `read` gives it; null when the answer is not ours. */
  readonly body: Body | null | Promise<Body | null>;
};

/** Sends the request and begins to read the answer. The connection does not hear of it yet. */
async function ask<Body extends object>(
  { runtime, client }: PullParts,
  { path, query, read }: Question<Body>,
): Promise<PullAnswer<Body>> {
  // The header names the person. Another one may have logged in meanwhile, in another tab, and what
  // they may see must not come into this mirror (rule B1, I4).
  const headers = { [HEADERS.actingUser]: String(runtime.userId) };
  const answer = await client.request({ method: 'GET', path, query, headers });
  const reading = readingOf(answer);
  const json = successOf(reading);
  return { path, answer, reading, body: json === undefined ? null : read(json), atMs: runtime.clock() };
}

/** What an answer means. The connection notes the answer while its body is read. */
async function bodyOf<Body extends object>(
  parts: PullParts,
  answered: PullAnswer<Body>,
): Promise<Body | 'login' | 'later' | 'absent'> {
  const [, body] = await Promise.all([parts.connection.heard(answered.answer), meaningOf(parts, answered)]);
  if (body === 'later') await judgeUnanswered(parts, answered.reading);
  return body;
}

async function meaningOf<Body extends object>(
  parts: PullParts,
  { path, reading, body: coming }: PullAnswer<Body>,
): Promise<Body | 'login' | 'later' | 'absent'> {
  const body = await coming;
  if (reading.kind === 'login') return 'login';
  if (path === PATHS.changes && reading.kind === 'ours' && reading.reply.status === 404) return 'absent';
  if (body === null) parts.runtime.log('pull-not-answered', { path, status: reading.reply?.status ?? null });
  return body ?? 'later';
}

type Judge = {
  readonly runtime: Pick<SyncRuntime, 'clock'>;
  readonly client: Pick<SyncClient, 'probe'>;
  readonly connection: Pick<ConnectionWatch, 'probed'>;
  readonly onPause?: (waitMs: number) => void;
};

// Finds why a pull got no answer of our server (src/sync/promises.md, Pull).

/**
 * Finds the cause, after the connection has noted the answer. Our server's refusal or trouble may
 * ask for a pause. Any other answer, or none, is judged by a probe, as for a command (drain.ts).
 */
export async function judgeUnanswered(parts: Judge, { kind, reply }: Reading): Promise<void> {
  const { client, connection, runtime, onPause } = parts;
  if (kind === 'login') return;
  if (reply === null || kind === 'intercepted' || reply.status < 300) {
    await connection.probed(await client.probe());
    return;
  }
  const askedMs = retryAfterMs(reply.header('Retry-After'), runtime.clock());
  const waitMs = askedMs ?? (reply.status === 429 ? THROTTLE_MS : null);
  if (waitMs !== null) onPause?.(waitMs);
}

const FIRST_ROWS_LOCK = 'malote-first-rows';

// Holds back work that is not urgent while a mirror that fills from its beginning has not yet shown
// its first rows (S146). A Web Lock does it, because a lock ends with the context that holds it.

/** `hold` delays work that is not urgent, in all contexts of this origin, until `release`. */
export type FirstRows = { hold(): void; release(): void };

/** Holds nothing at first. Where a browser grants no locks, nothing is delayed. */
export function firstRowsOf(locks: Locks): FirstRows {
  let release = (): void => undefined;
  return {
    hold() {
      release();
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      locks
        .request(FIRST_ROWS_LOCK, { mode: 'exclusive', ifAvailable: false, work: () => held })
        .catch(() => undefined);
    },
    release: () => release(),
  };
}

/** Resolves when no context waits for its first rows. */
export function afterFirstRows(locks: Locks): Promise<void> {
  return locks.request(FIRST_ROWS_LOCK, { mode: 'shared', ifAvailable: false, work: async () => undefined });
}
