// GET /api/sync/changes in both phases: first a walk of everything by keyset, as of a number noted
// at its start, then the changes since. Pages are small, so that walks are cut in every position.

import type { DocumentRow } from '#contract/documents.ts';
import { type Change, type Collection, FEED, SESSION, type WirePage } from '#contract/sync.ts';
import { firstDayOfCopy, isCopyBounded, isInCopy } from '#domain/bounded-copy.ts';
import { type CalendarDay, dayAt, startOfDay } from '#domain/dates.ts';
import { forReader } from './judge-rows.ts';
import { rowsOf, userOf, visibleTo, type Model, ZONE } from './model.ts';
import { rowFor, sessionFor } from './present.ts';

/** The counts of a copy that may be bounded, taken once a day. */
type DayCount = {
  readonly day: CalendarDay;
  readonly countedAt: string;
  readonly total: number;
  readonly isBounded: boolean;
};

/** The position of a row in the order of its phase, compared number by number. */
type SortKey = readonly number[];

type Cursor = {
  readonly phase: 'walk' | 'since';
  readonly userId: number;
  readonly epoch: string;
  /** The tenant's number at the start of the walk. */
  readonly begunAt: number;
  readonly issuedMs: number;
  readonly after: SortKey;
  readonly noted: DayCount | null;
};

type Ask = {
  readonly userId: number;
  readonly cursor: string | null;
  readonly limit: number;
  readonly mayBeBounded: boolean;
  /** A page with the content of a first screen is requested before the walk. */
  readonly isScreenFirst: boolean;
};

/** Cursors end no later than the tombstones. */
const CURSOR_LIVES_MS = 180 * 86_400_000;

export function changesPage(model: Model, ask: Ask): WirePage {
  const { cursor, isNew } = placeOf(model, ask);
  const pageBy = cursor.phase === 'since' ? since : ask.isScreenFirst && ask.cursor === null ? screen : walk;
  const { changes, next, more } = pageBy(model, ask, cursor);
  return {
    changes,
    next_cursor: JSON.stringify(next),
    has_more: more,
    snapshot: cursor.phase === 'walk',
    scope_epoch: cursor.epoch,
    server_time: new Date(model.now()).toISOString(),
    minimum_client: 1,
    ...(cursor.phase === 'walk' || isNew ? boundOf(cursor) : {}),
  };
}

function placeOf(model: Model, ask: Ask): { cursor: Cursor; isNew: boolean } {
  const { userId } = ask;
  const epoch = userOf(model, userId).scopeEpoch;
  const given = ask.cursor === null ? null : (JSON.parse(ask.cursor) as Cursor);
  const was = given?.userId === userId && given.noted?.isBounded === true;
  const isUsable = given?.userId === userId && given.epoch === epoch && model.now() - given.issuedMs <= CURSOR_LIVES_MS;
  const known = isUsable && (ask.mayBeBounded || !was) ? given : null;
  const today = dayAt(model.now(), ZONE);
  const isCounted = !ask.mayBeBounded || known?.phase === 'walk' || known?.noted?.day === today;
  if (known !== null && isCounted) return { cursor: known, isNew: false };

  const noted = ask.mayBeBounded ? count(model, { userId, was }) : null;
  if (known !== null && (!was || noted?.isBounded === true)) return { cursor: { ...known, noted }, isNew: true };
  const begun = { phase: 'walk', userId, epoch, begunAt: model.rev, issuedMs: model.now(), after: [], noted } as const;
  return { cursor: begun, isNew: true };
}

function count(model: Model, { userId, was }: { userId: number; was: boolean }): DayCount {
  const total = visibleTo(model, userId).length;
  const isBounded = isCopyBounded(total, { from: model.boundedFrom, was });
  return { day: dayAt(model.now(), ZONE), countedAt: new Date(model.now()).toISOString(), total, isBounded };
}

/** The first day of the cursor's copy; null for a whole one. */
function firstDayOf({ noted }: Cursor): CalendarDay | null {
  return noted?.isBounded === true ? firstDayOfCopy(noted.day) : null;
}

function boundOf(cursor: Cursor): Pick<WirePage, 'bounded'> {
  const first = firstDayOf(cursor);
  if (first === null || cursor.noted === null) return {};
  const { total, countedAt } = cursor.noted;
  return { bounded: { since: first, begins_at: startOfDay(first, ZONE), total, counted_at: countedAt } };
}

type WireChange = WirePage['changes'][number];
type SortedChange = { readonly place: SortKey; readonly change: WireChange };
type FeedPage = { changes: WireChange[]; next: Cursor; more: boolean };

/** Alerts and the first documents, sent before a walk that begins after them. */
function screen(model: Model, { userId, limit }: Ask, cursor: Cursor): FeedPage {
  const rows = walked(model, { userId, first: firstDayOf(cursor) });
  const shown = rows.filter(({ change }) => change.collection === 'alerts' || change.collection === 'documents');
  const { page } = pageOf(shown, { after: [], limit });
  return { changes: page.map(({ change }) => change), next: cursor, more: true };
}

/**
 * The session, reference data by id, then the person's open documents, then the others, both from
 * the newest.
 */
function walk(model: Model, { userId, limit }: Ask, cursor: Cursor): FeedPage {
  const rows = walked(model, { userId, first: firstDayOf(cursor) });
  const { page, last, more } = pageOf(rows, { after: cursor.after, limit });
  const next: Cursor =
    more && last !== undefined
      ? { ...cursor, after: last.place }
      : { ...cursor, phase: 'since', after: [cursor.begunAt, Number.MAX_SAFE_INTEGER] };
  return { changes: page.map(({ change }) => change), next, more: true };
}

/** All rows of a walk; `first`: the first day of a bounded copy. */
function walked(model: Model, { userId, first }: { userId: number; first: CalendarDay | null }): SortedChange[] {
  return FEED.flatMap((collection, step) =>
    putsOf(model, { collection, userId }).flatMap((change): SortedChange[] => {
      if (change.op === 'delete' || change.collection !== 'documents') return [{ place: [step, change.id], change }];
      if (first !== null && !isOf(first, change.row)) return [];
      const { row } = change;
      const isMine = row.created_by === userId || row.facts.responsible_ids_ever.includes(userId);
      const isFirst = row.stored_status !== 'completed' && isMine;
      return [{ place: [isFirst ? step : step + 1, -Date.parse(row.created_at), -change.id], change }];
    }),
  );
}

function pageOf(rows: readonly SortedChange[], { after, limit }: { after: SortKey; limit: number }) {
  const rest = rows
    .filter(({ place }) => comparePlaces(place, after) > 0)
    .sort((left, right) => comparePlaces(left.place, right.place));
  const page = rest.slice(0, limit);
  return { page, last: page.at(-1), more: rest.length > limit };
}

function comparePlaces(left: SortKey, right: SortKey): number {
  const at = left.findIndex((part, index) => part !== right[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? -Infinity);
}

/** Whether a bounded copy that begins on this day contains the document. */
export function isOf(
  first: CalendarDay,
  {
    stored_status,
    created_at,
    last_activity_at,
  }: Pick<DocumentRow, 'stored_status' | 'created_at' | 'last_activity_at'>,
): boolean {
  const facts = {
    storedStatus: stored_status,
    createdMs: Date.parse(created_at),
    lastActivityMs: Date.parse(last_activity_at),
  };
  return isInCopy(facts, Date.parse(startOfDay(first, ZONE)));
}

/** By number, and within a number by collection and id: one act may change many rows. */
function since(model: Model, { userId, limit }: Ask, cursor: Cursor): FeedPage {
  const puts = FEED.flatMap((collection, step) =>
    putsOf(model, { collection, userId }).map((change): SortedChange => ({
      place: [change.rev, step, change.id],
      change,
    })),
  );
  const gone = model.tombstones.map((tombstone): SortedChange => ({
    place: [tombstone.rev, FEED.length, tombstone.id],
    change: { ...tombstone, op: 'delete' },
  }));
  const { page, last, more } = pageOf([...puts, ...gone], { after: cursor.after, limit });
  const given = model.faults.skipsChanges ? page.slice(0, -1) : page;
  const next = { ...cursor, issuedMs: model.now(), after: last?.place ?? cursor.after };
  return { changes: given.map(({ change }) => change), next, more };
}

type FeedQuestion = { readonly collection: typeof SESSION | Collection; readonly userId: number };

function putsOf(model: Model, { collection, userId }: FeedQuestion): WireChange[] {
  const puts = <Row extends { id: number; rev: number }>(rows: Iterable<Row>) =>
    [...rows].map((row) => ({ collection, op: 'put', id: row.id, rev: row.rev, row }) as unknown as Change);
  switch (collection) {
    case SESSION: {
      if (model.faults.skipsSession) return [];
      const { rev = 0, server_time: _now, ...row } = sessionFor(model, userId);
      return [{ collection, op: 'put', id: userId, rev, row }];
    }
    case 'roles':
      return puts(model.roles.values());
    case 'users':
      return puts([...model.users.values()].map(({ superAdmin: _admin, scopeEpoch: _epoch, ...row }) => row));
    case 'organizations':
    case 'document_subjects':
    case 'models':
    case 'alerts':
    case 'holidays':
      return puts(
        [...rowsOf(model, collection).values()].map((row) => forReader(row, userId) as { id: number; rev: number }),
      );
    case 'documents':
      return puts(visibleTo(model, userId).map((document) => rowFor(model, { document, userId })));
  }
}
