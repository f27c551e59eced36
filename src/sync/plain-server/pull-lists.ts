// Reads a server without a feed of changes by the product's own lists (S106). The lists are walked
// again and again: the reference data, then all documents page by page. Each page is applied like a
// page of the feed. The walk's position is stored with it, so a walk goes on where it was cut off.
// Between two walks only the first page of documents is asked for.

import {
  type ListedCollection,
  type ListedDocuments,
  LISTS_EPOCH,
  readListedDocuments,
  readListedRows,
  readListedSession,
} from '#contract/listed.ts';
import { PATHS } from '#contract/paths.ts';
import { readSessionUser } from '#contract/read-person.ts';
import type { Change } from '#contract/sync.ts';
import { applyListedPage, listsState, type ListedChange, type ListedPage } from './apply-listed.ts';
import { IN_LISTS } from '#mirror/store/position.ts';
import { readMeta, writeMeta } from '#mirror/store/storage.ts';
import { renamePerson } from '#mirror/store/person-facts.ts';
import { listedChangeOf, nameBookOf } from './listed-rows.ts';
import { readingOf, successOf, type Reading } from '../reading.ts';
import { nextPageSize } from '../page-size.ts';
import type { PullParts, PullResult } from '../parts.ts';
import { judgeUnanswered } from '../pull.ts';

const LISTS: readonly (readonly [ListedCollection, string])[] = [
  ['organizations', PATHS.organizations],
  ['roles', PATHS.roles],
  ['users', PATHS.users],
  ['document_subjects', PATHS.documentSubjects],
  ['models', PATHS.models],
  ['alerts', PATHS.alerts],
];

/**
 * The pause after a walk, in ms: `perQuestion` for each request of the walk, at least `least` and
 * at most `most`.
 */
const REST_MS = { perQuestion: 1_000, least: 30_000, most: 30 * 60_000 };

/**
 * More pages than any list has: a server whose pages never end must not keep a device busy for
 * ever.
 */
const PAGES_MAX = 50_000;

/**
 * Documents on the first page of a pull. The server gives ten a request, so several requests fill
 * it.
 */
const FIRST_ROWS = 100;

/**
 * A position in a walk. `list`: index in LISTS, or after its end for documents. `page`: page of the
 * documents; 0 for the server's first. `questions`: requests of the walk so far.
 */
type WalkPosition = { readonly list: number; readonly page: number; readonly questions: number };
/** The walk is complete; the next one begins at `untilMs` (epoch ms of this device). */
type Rest = { readonly untilMs: number };

const BEGIN: WalkPosition = { list: 0, page: 0, questions: 0 };

/**
 * Pulls until a walk is complete, or once between two walks. The caller holds the lock of pull().
 */
export async function pullLists(parts: PullParts): Promise<PullResult> {
  const { runtime, store } = parts;
  const { mirror, clock } = runtime;
  let limit = FIRST_ROWS;
  for (let pages = 0; ; pages += 1) {
    // When a person asks for everything, one walk begins without the pause, and no second one.
    const page = await nextPage(pages === 0 ? parts : { ...parts, isAsked: false }, limit);
    if (typeof page === 'string') return page;
    const beganMs = clock();
    const { more } = await applyListedPage(mirror, { ...page, heardMs: beganMs });
    limit = nextPageSize(limit, clock() - beganMs);
    if (more) continue;
    await store.contacted(clock());
    await store.keepIndex();
    return 'pulled';
  }
}

/** The page that follows the stored position. */
async function nextPage(parts: PullParts, limit: number): Promise<ListedPage | 'login' | 'later'> {
  const { mirror, clock } = parts.runtime;
  const stored = (await readMeta(mirror, 'cursor'))?.value;
  const { count: asOf, missed } = await listsState(mirror);
  const at = placeIn(stored);
  const nowMs = clock();
  // No pause while rows are left that the last walk did not meet: the next walk looks for them at
  // once. A pause longer than the bound was written by a clock that has been set back.
  const rests =
    parts.isAsked !== true &&
    'untilMs' in at &&
    nowMs < at.untilMs &&
    at.untilMs <= nowMs + REST_MS.most &&
    Object.keys(missed).length === 0;
  const place = 'untilMs' in at ? BEGIN : at;
  const got = rests ? await documentsFrom(parts, { page: 0, limit: 1 }) : await rowsAt(parts, { place, limit });
  if (typeof got === 'string') return got;
  // Requests to such a server do not name their person. So the device asks who is logged in before
  // it stores the answers.
  const session = await renewSession(parts);
  if (session !== null) return session;
  const said = {
    asOf,
    first: stored?.startsWith(IN_LISTS) !== true,
    asked: stored ?? null,
    changes: got.changes,
    scope_epoch: LISTS_EPOCH,
    server_time: got.serverTime,
    minimum_client: 0,
  };
  if (rests) return { ...said, snapshot: false, has_more: false, next_cursor: stored ?? '' };
  const questions = place.questions + got.questions;
  if (got.next !== null) {
    return { ...said, snapshot: true, has_more: true, next_cursor: positionOf({ ...got.next, questions }) };
  }
  const restMs = Math.min(Math.max(questions * REST_MS.perQuestion, REST_MS.least), REST_MS.most);
  return { ...said, snapshot: true, has_more: false, next_cursor: positionOf({ untilMs: clock() + restMs }) };
}

const POSITION = /^lists:(\d{1,9}):(\d{1,9}):(\d{1,9})$/;
const RESTING = /^lists:rest:(\d{1,15})$/;

/**
 * Reads a stored position. Any other text is a cursor of the feed that the server had before, and
 * the walk begins anew.
 */
function placeIn(stored: string | undefined): WalkPosition | Rest {
  const rest = RESTING.exec(stored ?? '');
  if (rest !== null) return { untilMs: Number(rest[1]) };
  const walk = POSITION.exec(stored ?? '');
  if (walk === null) return BEGIN;
  return { list: Number(walk[1]), page: Number(walk[2]), questions: Number(walk[3]) };
}

function positionOf(at: WalkPosition | Rest): string {
  return IN_LISTS + ('untilMs' in at ? `rest:${at.untilMs}` : `${at.list}:${at.page}:${at.questions}`);
}

type Got = {
  readonly changes: ListedChange[];
  /** Where the walk goes on; null: it is complete. */
  readonly next: Omit<WalkPosition, 'questions'> | null;
  readonly questions: number;
  readonly serverTime: string;
};

async function rowsAt(
  parts: PullParts,
  { place, limit }: { place: WalkPosition; limit: number },
): Promise<Got | 'login' | 'later'> {
  const list = LISTS[place.list];
  if (list === undefined) return documentsFrom(parts, { page: place.page, limit });
  const [collection, path] = list;
  const answer = await ask(parts, { path });
  if (typeof answer === 'string') return answer;
  const rows = isNotTheirs(answer) ? [] : readListedRows(collection, successOf(answer));
  if (rows === null) return notRead(parts, { path, answer });
  const changes = rows.map((row) => ({ collection, op: 'put', id: row.id, rev: 0, row }) as Change);
  const next = { list: place.list + 1, page: 0 };
  return { changes, next, questions: 1, serverTime: serverTimeOf(parts, answer) };
}

/**
 * Fetches pages of documents until there are `limit` rows. The walk is complete with the server's
 * last page.
 */
async function documentsFrom(
  parts: PullParts,
  { page, limit }: { page: number; limit: number },
): Promise<Got | 'login' | 'later'> {
  const book = await nameBookOf(parts.runtime.mirror);
  const changes: ListedChange[] = [];
  let at = page;
  for (let questions = 1; ; questions += 1) {
    const answer = await ask(parts, { path: PATHS.documents, query: at === 0 ? {} : { page: at } });
    if (typeof answer === 'string') return answer;
    const read: ListedDocuments | null = readListedDocuments(successOf(answer));
    if (read === null) return notRead(parts, { path: PATHS.documents, answer });
    changes.push(...read.documents.map((document) => listedChangeOf(document, book)));
    // A page that names itself or an earlier one as the next would be walked for ever.
    const next = read.next !== null && read.next > at && read.documents.length > 0 ? read.next : null;
    if (next !== null && next > PAGES_MAX) return notRead(parts, { path: PATHS.documents, answer });
    if (next === null || changes.length >= limit) {
      const follows = next === null ? null : { list: LISTS.length, page: next };
      return { changes, next: follows, questions, serverTime: serverTimeOf(parts, answer) };
    }
    at = next;
  }
}

/**
 * Fetches the person's session and stores it when it has changed. Null: the session is this
 * person's. Otherwise why the pull ends.
 */
async function renewSession(parts: PullParts): Promise<'login' | 'later' | null> {
  const answer = await ask(parts, { path: PATHS.user });
  if (typeof answer === 'string') return answer;
  const json = successOf(answer);
  const said = readSessionUser(json) ?? readListedSession(json, serverTimeOf(parts, answer));
  if (said === null) return notRead(parts, { path: PATHS.user, answer });
  const { mirror, userId } = parts.runtime;
  // Another person has logged in on this device: their session must not come into this mirror (I4).
  if (said.id !== userId) return 'login';
  const known = await readMeta(mirror, 'session');
  // The person has logged out meanwhile: nothing of theirs is stored any more.
  if (known === undefined) return 'later';
  const { server_time: _then, ...before } = known;
  const { server_time: _now, ...after } = said;
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  await writeMeta(mirror, { name: 'session', value: said });
  await renamePerson(said);
  return null;
}

async function ask(
  parts: Pick<PullParts, 'client' | 'connection'>,
  { path, query = {} }: { path: string; query?: Record<string, number> },
): Promise<Reading | 'login'> {
  const answer = await parts.client.request({ method: 'GET', path, query });
  await parts.connection.heard(answer);
  const reading = readingOf(answer);
  return reading.kind === 'login' ? 'login' : reading;
}

/** Whether the server has the list, but refuses it to this person. */
function isNotTheirs({ kind, reply }: Reading): boolean {
  return kind === 'ours' && reply.status === 403;
}

async function notRead(parts: PullParts, { path, answer }: { path: string; answer: Reading }): Promise<'later'> {
  parts.runtime.log('list-not-read', { path, status: answer.reply?.status ?? null });
  await judgeUnanswered(parts, answer);
  return 'later';
}

/**
 * The server's clock in whole seconds, from the `Date` header of its answer; this device's own
 * where the answer has none.
 */
function serverTimeOf({ runtime }: PullParts, { reply }: Reading): string {
  const saidMs = Date.parse(reply?.header('Date') ?? '');
  return new Date(Number.isNaN(saidMs) ? runtime.clock() : saidMs).toISOString();
}
