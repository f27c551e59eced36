// GET /api/sync/changes in both phases: a walk of everything by keyset as of a number noted at its start, then the
// changes since. Pages are small, so that walks are cut in every place.

import { COLLECTIONS, type Change, type ChangesPage, type Collection } from '#contract/sync.ts';
import { forReader } from './judge-rows.ts';
import { rowsOf, userOf, visibleTo, type Model } from './model.ts';
import { rowFor } from './present.ts';

type Cursor =
  | {
      readonly phase: 'walk';
      readonly epoch: string;
      readonly since: number;
      readonly at: number;
      readonly after: number;
    }
  | { readonly phase: 'since'; readonly epoch: string; readonly since: number };

type Ask = { readonly userId: number; readonly cursor: string | null; readonly limit: number };

export function changesPage(model: Model, ask: Ask): ChangesPage {
  const epoch = userOf(model, ask.userId).scopeEpoch;
  const known = ask.cursor === null ? null : (JSON.parse(ask.cursor) as Cursor);
  const cursor: Cursor = known?.epoch === epoch ? known : { phase: 'walk', epoch, since: model.rev, at: 0, after: 0 };
  const { changes, next, more } =
    cursor.phase === 'walk' ? walk(model, { ...ask, cursor }) : since(model, { ...ask, cursor });
  return {
    changes,
    next_cursor: JSON.stringify(next),
    has_more: more,
    snapshot: cursor.phase === 'walk',
    scope_epoch: epoch,
    server_time: new Date(model.now()).toISOString(),
    minimum_client: 1,
  };
}

type Part<Phase extends Cursor['phase']> = { cursor: Extract<Cursor, { phase: Phase }>; userId: number; limit: number };
type Found = { changes: Change[]; next: Cursor; more: boolean };

function walk(model: Model, { cursor, userId, limit }: Part<'walk'>): Found {
  const { epoch, since: from } = cursor;
  const rows = COLLECTIONS.flatMap((collection, at) =>
    putsOf(model, { collection, userId })
      .filter((change) => at > cursor.at || (at === cursor.at && change.id > cursor.after))
      .sort((left, right) => left.id - right.id)
      .map((change) => ({ at, change })),
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next: Cursor =
    rows.length > limit && last !== undefined
      ? { ...cursor, at: last.at, after: last.change.id }
      : { phase: 'since', epoch, since: from };
  return { changes: page.map((row) => row.change), next, more: true };
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
