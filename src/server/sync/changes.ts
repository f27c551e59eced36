import { CLIENT_PROTOCOL, type ChangesPage, type Extent, type FIRST_SCREEN } from '#contract/sync.ts';
import { firstDayOfCopy, isCopyBounded } from '#domain/bounded-copy.ts';
import { type CalendarDay, startOfDay } from '#domain/dates.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Actor, viewerOf } from '../policies/actor.ts';
import { visibleTo } from '../policies/visibility.ts';
import type { Transaction } from '../db/database.ts';
import { changesJson, type FeedRow, readChanges, readSnapshot, SCREEN_STEPS, withSession } from './rows.ts';
import {
  AFTER_ALL,
  CURSOR_MAX_AGE_MS,
  encodeCursor,
  FROM_START,
  type Cursor,
  type CountNote,
  type Seals,
} from './cursor.ts';

export type Pull = {
  readonly actor: Actor;
  /** The login of the session that asks; null when the session has none. */
  readonly loginId: string | null;
  readonly cursor: Cursor | null;
  /** From 1 to 500 rows. */
  readonly limit: number;
  readonly nowMs: number;
  readonly today: CalendarDay;
  readonly extent: Extent;
  /**
   * Asks for the rows of the first screen ahead of the walk; has no effect beside a cursor (S132).
   */
  readonly first?: typeof FIRST_SCREEN | undefined;
  /** A person who sees at least this many documents gets a bounded copy. */
  readonly boundedFrom: number;
  readonly seals: Seals;
};

/**
 * A page as JSON. `epoch`: that of the person's rights when the page was read. `ahead`: the device
 * has seen a change with this number, which the database does not have.
 */
export type PulledPage = { readonly json: string; readonly epoch: string; readonly ahead?: number };

/** The tenant's change number and the person's epoch, as of now. */
const Standing = v.object({ rev: v.number(), epoch: v.string() });
type Standing = v.InferOutput<typeof Standing>;

const DAY_MS = 86_400_000;

const Counted = v.object({ total: v.number() });

/**
 * One page of the feed, as the JSON of a ChangesPage (src/sync/promises.md, Pull). Without a usable
 * cursor the walk of everything begins. The counter's number is noted before the walk's first row
 * is read, so whatever changes during the walk is given again afterwards.
 */
export async function changesPage(tx: Transaction, pull: Pull): Promise<PulledPage> {
  const standing = await standingOf(tx, pull.actor);
  const { cursor, isNew } = await placeOf(tx, { pull, standing });
  const step =
    cursor.phase === 'snapshot' ? await walk(tx, { pull, cursor }) : await since(tx, { pull, cursor, standing });
  const rest: Omit<ChangesPage, 'changes'> = {
    next_cursor: encodeCursor({ ...step.next, seal: pull.seals.seal(sealedText(pull, step.next)) }),
    has_more: step.hasMore,
    snapshot: cursor.phase === 'snapshot',
    scope_epoch: standing.epoch,
    server_time: new Date(pull.nowMs).toISOString(),
    minimum_client: CLIENT_PROTOCOL,
    ...(cursor.phase === 'snapshot' || isNew ? boundOf(cursor, pull.actor.timeZone) : {}),
  };
  const json = `{${changesJson(withSession(step.rows))},${JSON.stringify(rest).slice(1)}`;
  const { cursor: given } = pull;
  // A cursor ahead of the counter means that the database went back to an older state, and every
  // device then walks again. Only a signed cursor is a proof, because any other may be invented.
  const isProof =
    given !== null && given.rev > standing.rev && pull.seals.isSealed(sealedText(pull, given), given.seal);
  return { json, epoch: standing.epoch, ...(isProof ? { ahead: given.rev } : {}) };
}

function sealedText({ actor }: Pull, { user, rev }: Cursor): string {
  return `${actor.tenantId}:${user}:${rev}`;
}

/**
 * Where the page begins: at the given cursor, or at the start of a walk. For a copy that may be
 * bounded, the documents in sight are counted at the start of a walk and then once a day. `isNew`:
 * this page begins a walk or has counted. A whole copy that grows too large becomes bounded without
 * a walk, because the device has more rows than it needs. A bounded copy that becomes whole lacks
 * rows, so the device walks again.
 */
async function placeOf(
  tx: Transaction,
  { pull, standing }: { pull: Pull; standing: Standing },
): Promise<{ cursor: Cursor; isNew: boolean }> {
  const mayBeBounded = pull.extent === 'bounded';
  const cursor = usable(pull, standing);
  const before = pull.cursor?.user === pull.actor.userId && pull.cursor.noted?.isBounded === true;
  const isKept = cursor !== null && (mayBeBounded || !before);
  if (isKept && (!mayBeBounded || cursor.phase === 'snapshot' || cursor.noted?.day === pull.today)) {
    return { cursor, isNew: false };
  }
  const noted = mayBeBounded ? { noted: await noteOf(tx, { pull, was: before }) } : {};
  const isWhole = noted.noted?.isBounded !== true;
  if (isKept && !(before && isWhole)) return { cursor: { ...cursor, ...noted }, isNew: true };
  return { cursor: { ...startOf(pull, standing), ...noted }, isNew: true };
}

async function noteOf(tx: Transaction, { pull, was }: { pull: Pull; was: boolean }): Promise<CountNote> {
  const rows = await tx.rowsOf(
    Counted,
    sql`select count(*)::int as total from documents d where ${visibleTo(viewerOf(pull.actor))}`,
  );
  const total = rows[0]?.total ?? 0;
  const isBounded = isCopyBounded(total, { from: pull.boundedFrom, was });
  return { day: pull.today, atMs: pull.nowMs, total, isBounded };
}

/** The field `bounded` of a page; no field when the copy is whole. */
function boundOf({ noted }: Cursor, timeZone: string): Pick<ChangesPage, 'bounded'> {
  if (noted?.isBounded !== true) return {};
  const counted_at = new Date(noted.atMs).toISOString();
  const since = firstDayOfCopy(noted.day);
  return { bounded: { since, begins_at: startOfDay(since, timeZone), total: noted.total, counted_at } };
}

type Step = { readonly rows: readonly FeedRow[]; readonly next: Cursor; readonly hasMore: boolean };

/**
 * One page of a walk. The page ahead of the walk leaves the cursor at the walk's start. The walk's
 * last page says that there is more, because the changes since the walk's start follow on a page of
 * their own.
 */
async function walk(tx: Transaction, { pull, cursor }: { pull: Pull; cursor: Cursor }): Promise<Step> {
  const { noted } = cursor;
  const since = noted?.isBounded === true ? firstDayOfCopy(noted.day) : null;
  if (pull.cursor === null && pull.first !== undefined) {
    const shown = await readSnapshot(tx, { ...pull, place: cursor.place, since, steps: SCREEN_STEPS });
    return { rows: shown.rows, next: cursor, hasMore: true };
  }
  const page = await readSnapshot(tx, { ...pull, place: cursor.place, since });
  const next: Cursor =
    page.last === null ? { ...cursor, phase: 'since', place: AFTER_ALL } : { ...cursor, place: page.last };
  return { rows: page.rows, next, hasMore: true };
}

/**
 * One page of the changes since the cursor. The counter was read before the rows, so every row with
 * the counter's number is visible to this query. When nothing is left, the cursor may therefore
 * move to that number.
 */
async function since(
  tx: Transaction,
  { pull, cursor, standing }: { pull: Pull; cursor: Cursor; standing: Standing },
): Promise<Step> {
  const page = await readChanges(tx, { ...pull, rev: cursor.rev, place: cursor.place });
  const issued = { ...cursor, issuedMs: issuedMsOf(cursor, pull.nowMs) };
  if (page.last !== null) return { rows: page.rows, next: { ...issued, ...page.last }, hasMore: true };
  const rev = Math.max(cursor.rev, standing.rev, page.rev);
  return { rows: page.rows, next: { ...issued, rev, place: AFTER_ALL }, hasMore: false };
}

/**
 * When the page's cursor was issued. The instant is renewed once a day. In between, a page without
 * changes gives a device the cursor that it has (S135).
 */
function issuedMsOf({ issuedMs }: Cursor, nowMs: number): number {
  const ageMs = nowMs - issuedMs;
  return ageMs >= 0 && ageMs < DAY_MS ? issuedMs : nowMs;
}

async function standingOf(tx: Transaction, actor: Actor): Promise<Standing> {
  const rows = await tx.rowsOf(
    Standing,
    sql`
    select c.value as rev, u.scope_epoch::text as epoch from counters c
    join users u on u.tenant_id = c.tenant_id and u.id = ${actor.userId}
    where c.tenant_id = ${actor.tenantId}`,
  );
  const standing = rows[0];
  if (standing === undefined) throw new Error(`tenant ${actor.tenantId} has no change counter`);
  return standing;
}

/**
 * Returns null for a cursor of another person or epoch, one older than the tombstones, and one
 * ahead of the counter (after a restored backup).
 */
function usable(pull: Pull, standing: Standing): Cursor | null {
  const { cursor } = pull;
  if (cursor === null || cursor.user !== pull.actor.userId || cursor.epoch !== standing.epoch) return null;
  if (pull.nowMs - cursor.issuedMs > CURSOR_MAX_AGE_MS || cursor.rev > standing.rev) return null;
  return cursor;
}

function startOf(pull: Pull, standing: Standing): Cursor {
  return {
    phase: 'snapshot',
    user: pull.actor.userId,
    epoch: standing.epoch,
    rev: standing.rev,
    issuedMs: pull.nowMs,
    place: FROM_START,
  };
}
