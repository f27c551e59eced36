// GET /api/sync/changes in both phases: a walk of everything by keyset as of a number noted at its start, then the
// changes since. Pages are small, so that walks are cut in every place.

import type { DocumentRow } from '#contract/documents.ts';
import { COLLECTIONS, type Change, type ChangesPage, type Collection } from '#contract/sync.ts';
import { firstDayOfCopy, isCopyBounded, isInCopy } from '#domain/bounded-copy.ts';
import { type CalendarDay, dayAt } from '#domain/dates.ts';
import { startOfDay } from '#domain/start-of-day.ts';
import { forReader } from './judge-rows.ts';
import { rowsOf, userOf, visibleTo, type Model, ZONE } from './model.ts';
import { rowFor } from './present.ts';

type Noted = {
  readonly epoch: string;
  readonly since: number;
  /** The first day of a bounded copy; null for a whole one. */
  readonly first: CalendarDay | null;
};
type Cursor = Noted &
  ({ readonly phase: 'walk'; readonly at: number; readonly after: number } | { readonly phase: 'since' });

type Ask = {
  readonly userId: number;
  readonly cursor: string | null;
  readonly limit: number;
  readonly mayBeBounded: boolean;
};

export function changesPage(model: Model, ask: Ask): ChangesPage {
  const { cursor, isNew } = placeOf(model, ask);
  const { changes, next, more } =
    cursor.phase === 'walk' ? walk(model, { ...ask, cursor }) : since(model, { ...ask, cursor });
  return {
    changes,
    next_cursor: JSON.stringify(next),
    has_more: more,
    snapshot: cursor.phase === 'walk',
    scope_epoch: cursor.epoch,
    server_time: new Date(model.now()).toISOString(),
    minimum_client: 1,
    ...(cursor.phase === 'walk' || isNew ? boundOf(model, { first: cursor.first, userId: ask.userId }) : {}),
  };
}

function placeOf(model: Model, ask: Ask): { cursor: Cursor; isNew: boolean } {
  const epoch = userOf(model, ask.userId).scopeEpoch;
  const known = ask.cursor === null ? null : (JSON.parse(ask.cursor) as Cursor);
  const was = known !== null && known.first !== null;
  const total = visibleTo(model, ask.userId).length;
  const isBounded = ask.mayBeBounded && isCopyBounded(total, { from: model.boundedFrom, was });
  const first = isBounded ? firstDayOfCopy(dayAt(model.now(), ZONE)) : null;
  const begun: Cursor = { phase: 'walk', epoch, since: model.rev, at: 0, after: 0, first };
  if (known?.epoch !== epoch || (was && !ask.mayBeBounded)) return { cursor: begun, isNew: true };
  if (known.phase === 'walk' || known.first === first) return { cursor: known, isNew: false };
  return { cursor: first === null ? begun : { ...known, first }, isNew: true };
}

function boundOf(
  model: Model,
  { first, userId }: { first: CalendarDay | null; userId: number },
): Pick<ChangesPage, 'bounded'> {
  if (first === null) return {};
  const counted_at = new Date(model.now()).toISOString();
  return {
    bounded: {
      since: first,
      begins_at: startOfDay(first, ZONE),
      total: visibleTo(model, userId).length,
      counted_at,
    },
  };
}

type Part<Phase extends Cursor['phase']> = { cursor: Extract<Cursor, { phase: Phase }>; userId: number; limit: number };
type Found = { changes: Change[]; next: Cursor; more: boolean };

function walk(model: Model, { cursor, userId, limit }: Part<'walk'>): Found {
  const { epoch, since: from, first } = cursor;
  const isWalked = (change: Change) =>
    first === null || change.op === 'delete' || change.collection !== 'documents' || isOf(first, change.row);
  const rows = COLLECTIONS.flatMap((collection, at) =>
    putsOf(model, { collection, userId })
      .filter(isWalked)
      .filter((change) => at > cursor.at || (at === cursor.at && change.id > cursor.after))
      .sort((left, right) => left.id - right.id)
      .map((change) => ({ at, change })),
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next: Cursor =
    rows.length > limit && last !== undefined
      ? { ...cursor, at: last.at, after: last.change.id }
      : { phase: 'since', epoch, since: from, first };
  return { changes: page.map((row) => row.change), next, more: true };
}

/** Whether a bounded copy from this day on has the document. */
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

function since(model: Model, { cursor, userId, limit }: Part<'since'>): Found {
  const puts = COLLECTIONS.flatMap((collection) => putsOf(model, { collection, userId }));
  const gone = model.tombstones.map((tombstone): Change => ({ ...tombstone, op: 'delete' }));
  const all = [...puts, ...gone]
    .filter((change) => change.rev > cursor.since)
    .sort((left, right) => left.rev - right.rev);
  const page = all.slice(0, limit);
  const last = page.at(-1);
  const changes = model.faults.skipsChanges ? page.slice(0, -1) : page;
  return { changes, next: { ...cursor, since: last?.rev ?? cursor.since }, more: all.length > limit };
}

function putsOf(model: Model, { collection, userId }: { collection: Collection; userId: number }): Change[] {
  const puts = <Row extends { id: number; rev: number }>(rows: Iterable<Row>) =>
    [...rows].map((row) => ({ collection, op: 'put', id: row.id, rev: row.rev, row }) as unknown as Change);
  switch (collection) {
    case 'roles':
      return puts(model.roles.values());
    case 'users':
      return puts([...model.users.values()].map(({ superAdmin: _admin, scopeEpoch: _epoch, ...row }) => row));
    case 'organizations':
    case 'document_subjects':
    case 'models':
    case 'alerts':
      return puts(
        [...rowsOf(model, collection).values()].map((row) => forReader(row, userId) as { id: number; rev: number }),
      );
    case 'documents':
      return puts(visibleTo(model, userId).map((document) => rowFor(model, { document, userId })));
  }
}
