import { CLIENT_PROTOCOL, type ChangesPage, type RowForm } from '#contract/sync.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import { compactJson, type FeedRow, fullJson } from './change-json.ts';
import { AFTER_ALL, CURSOR_MAX_AGE_MS, encodeCursor, FROM_START, type Cursor } from './cursor.ts';
import { readChanges } from './read-changes.ts';
import { readSnapshot } from './read-snapshot.ts';

export type Pull = {
  readonly actor: Actor;
  readonly cursor: Cursor | null;
  /** From 1 to 500 rows. */
  readonly limit: number;
  readonly nowMs: number;
  readonly today: CalendarDay;
  readonly form: RowForm;
};

/** The present number of the tenant and the present epoch of the person. */
const Standing = v.object({ rev: v.number(), epoch: v.string() });
type Standing = v.InferOutput<typeof Standing>;

/**
 * One page of the feed, as the JSON of a ChangesPage or a CompactPage (src/sync/promises.md, Pull). Without a usable cursor the walk of
 * everything begins. The counter's number is noted before the walk's first row is read, so whatever changes during the walk is
 * given again afterwards.
 */
export async function changesPage(tx: Transaction, pull: Pull): Promise<string> {
  const standing = await standingOf(tx, pull.actor);
  const cursor = usable(pull, standing) ?? startOf(pull, standing);
  const step =
    cursor.phase === 'snapshot' ? await walk(tx, { pull, cursor }) : await since(tx, { pull, cursor, standing });
  const rest: Omit<ChangesPage, 'changes'> = {
    next_cursor: encodeCursor(step.next),
    has_more: step.hasMore,
    snapshot: cursor.phase === 'snapshot',
    scope_epoch: standing.epoch,
    server_time: new Date(pull.nowMs).toISOString(),
    minimum_client: CLIENT_PROTOCOL,
  };
  const rows = pull.form === 'compact' ? compactJson(step.rows) : fullJson(step.rows);
  return `{${rows},${JSON.stringify(rest).slice(1)}`;
}

type Step = { readonly rows: readonly FeedRow[]; readonly next: Cursor; readonly hasMore: boolean };

/**
 * The last page of the walk always says that there is more: the changes since the start of the walk follow on a page of
 * their own.
 */
async function walk(tx: Transaction, { pull, cursor }: { pull: Pull; cursor: Cursor }): Promise<Step> {
  const page = await readSnapshot(tx, { ...pull, place: cursor.place });
  const next: Cursor =
    page.last === null ? { ...cursor, phase: 'since', place: AFTER_ALL } : { ...cursor, place: page.last };
  return { rows: page.rows, next, hasMore: true };
}

/**
 * The counter was read before the rows, so every row of its number is visible to later statements. When nothing is left,
 * the cursor may therefore stand at that number.
 */
async function since(
  tx: Transaction,
  { pull, cursor, standing }: { pull: Pull; cursor: Cursor; standing: Standing },
): Promise<Step> {
  const page = await readChanges(tx, { ...pull, rev: cursor.rev, place: cursor.place });
  const issued = { ...cursor, issuedMs: pull.nowMs };
  if (page.last !== null) return { rows: page.rows, next: { ...issued, ...page.last }, hasMore: true };
  const rev = Math.max(cursor.rev, standing.rev, page.rev);
  return { rows: page.rows, next: { ...issued, rev, place: AFTER_ALL }, hasMore: false };
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
 * Answers null for a cursor of another person or epoch, one older than the tombstones, and one ahead of the counter
 * (after a restored backup).
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
