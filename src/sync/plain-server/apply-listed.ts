// Pages of the lists of a server without a feed of changes, applied by the same rules as pages of
// the feed (apply-page.ts). Their rows have no numbers, so the mirror counts its own writes
// (`numbered`): an unchanged row keeps its number, and a page that was requested before a row
// was last written does not change that row (S106).

import type { DocumentRow } from '#contract/documents.ts';
import type { Change, Collection } from '#contract/sync.ts';
import type { PageToApply } from '#mirror/apply/advance-cursor.ts';
import { applyPageBy, type PageApplied } from '#mirror/apply/apply-page.ts';
import { tombstonesOf } from '#mirror/apply/apply-reference-rows.ts';
import type { Unmet } from '#mirror/apply/walk.ts';
import { serverRowOf } from '#mirror/fold/fold.ts';
import type { ListsState } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { readMeta, writeMeta } from '#mirror/store/storage.ts';

/**
 * A row of a list; its `rev` says nothing yet. `gaps`: fields that the list does not have; the
 * mirror's own values stay.
 */
export type ListedChange = Change & { readonly gaps?: readonly (keyof DocumentRow)[] };

/**
 * `asOf`: the mirror's own count (`numbered`) before the page's first row was requested. `first`:
 * the page belongs to the first walk since the mirror reads lists instead of a feed.
 */
export type ListedPage = Omit<PageToApply, 'changes'> & {
  readonly changes: ListedChange[];
  readonly asOf: number;
  readonly first: boolean;
};

const FIRST: ListsState = { count: 0, missed: {} };

/** The mirror's own count of its writes, and the rows that the last walk did not meet. */
export async function listsState(mirror: Mirror): Promise<ListsState> {
  return (await readMeta(mirror, 'lists')) ?? FIRST;
}

/** Applies a page of lists and its position, in one transaction. */
export function applyListedPage(mirror: Mirror, page: ListedPage): Promise<PageApplied> {
  const rules = {
    async changesOf() {
      if (page.first) await writeMeta(mirror, { name: 'lists', value: { ...(await listsState(mirror)), missed: {} } });
      return numberedChanges(mirror, page);
    },
    dropsOf: (_mirror: Mirror, rows: Unmet) => unmetTwice(mirror, rows),
  };
  return applyPageBy(rules, { mirror, page });
}

/**
 * The changes that differ from the mirror, each with the next own number. Rows written since `asOf`
 * are left out. Runs inside the caller's transaction, which includes the tables of the rows,
 * `tombstones` and `meta`.
 */
async function numberedChanges(
  mirror: Mirror,
  { changes, asOf }: { changes: readonly ListedChange[]; asOf: number },
): Promise<Change[]> {
  const all = await numberedAll(mirror, { changes, asOf });
  return all.flatMap(({ change, isNew }) => (isNew ? change : []));
}

type NumberedChange = { readonly change: Change; readonly isNew: boolean };

/**
 * Gives every change a number. `isNew`: the row differs and was not written since `asOf`, so it
 * gets the next own number. The others keep the numbers that their rows have.
 */
export async function numberedAll(
  mirror: Mirror,
  { changes, asOf }: { changes: readonly ListedChange[]; asOf: number },
): Promise<NumberedChange[]> {
  const state = await listsState(mirror);
  const count = state.count + 1;
  const all: NumberedChange[] = [];
  for (const collection of new Set(changes.map((change) => change.collection))) {
    const own = changes.filter((change) => change.collection === collection);
    const ids = own.map(({ id }) => id);
    const known = await knownRows(mirror, { collection, ids });
    const buried = await tombstonesOf(mirror, { collection, ids });
    for (const change of own) {
      const before = known.get(change.id);
      const last = Math.max(before?.rev ?? 0, buried.get(change.id) ?? 0);
      const row = change.op === 'delete' ? null : { ...change.row, ...filled(change, before?.row) };
      const isNew = countIn(last) <= asOf && (row === null || before?.row === undefined || !isSame(row, before.row));
      const rev = isNew ? numbered(last, count) : last;
      const { gaps: _gaps, ...rest } = change;
      all.push({ change: { ...rest, rev, ...(row === null ? {} : { row: { ...row, rev } }) } as Change, isNew });
    }
  }
  if (all.some(({ isNew }) => isNew)) await writeMeta(mirror, { name: 'lists', value: { ...state, count } });
  return all;
}

type Row = Readonly<Record<string, unknown>>;
/** The server's row as the mirror has it; for a document out of sight only the number. */
type MirrorRow = { readonly rev: number; readonly row?: Row };

async function knownRows(
  mirror: Mirror,
  { collection, ids }: { collection: Collection; ids: readonly number[] },
): Promise<Map<number, MirrorRow>> {
  const known = new Map<number, MirrorRow>();
  if (collection !== 'documents') {
    for (const row of await mirror[collection].bulkGet([...ids])) {
      if (row !== undefined) known.set(row.id, { rev: row.rev, row });
    }
    return known;
  }
  const shown = await mirror.documents.withServerIds(ids);
  const bases = await mirror.bases.bulkGet(shown.map(({ key }) => key));
  for (const [at, document] of shown.entries()) {
    const base = bases[at];
    const row = document.gone === true ? null : base === undefined ? serverRowOf(document) : base.row;
    if (document.serverId !== null) {
      known.set(document.serverId, row === null ? { rev: document.rev } : { rev: row.rev, row });
    }
  }
  return known;
}

/** The fields that a list leaves out, as the mirror knew them. */
function filled({ gaps = [], ...change }: ListedChange, known: Row | undefined): Row {
  if (known === undefined || change.op === 'delete') return {};
  const kept: Record<string, unknown> = Object.fromEntries(gaps.map((gap) => [gap, known[gap]]));
  const isFilled = change.collection === 'documents' && gaps.includes('facts');
  return isFilled ? { ...kept, facts: factsSince(known as DocumentRow, change.row) } : kept;
}

/**
 * The facts of a row from a list. A list shows only the present, so what the mirror knows of the
 * past stays.
 */
function factsSince({ facts }: DocumentRow, row: DocumentRow): DocumentRow['facts'] {
  return {
    ...facts,
    responsible_ids_ever: [...new Set([...facts.responsible_ids_ever, ...row.facts.responsible_ids_ever])],
    completed_by: row.stored_status === 'completed' ? facts.completed_by : null,
    seen_by_responsible: facts.seen_by_responsible || row.facts.seen_by_responsible,
  };
}

/**
 * Whether a row equals the stored one. `status` is not compared, because the device computes it.
 */
function isSame(row: Row, known: Row): boolean {
  return Object.keys(row).every(
    (name) => name === 'rev' || name === 'status' || JSON.stringify(row[name]) === JSON.stringify(known[name]),
  );
}

/**
 * The rows to drop. Pages by offset move while they are walked, so one walk proves no absence
 * (src/sync/promises.md, hazard 21): a row is dropped when two complete walks in a row did not meet
 * it.
 */
async function unmetTwice(mirror: Mirror, rows: Unmet): Promise<Unmet> {
  const state = await listsState(mirror);
  const drops = new Map<Parameters<Unmet['get']>[0], number[]>();
  const missed: Record<string, readonly number[]> = {};
  for (const [collection, ids] of rows) {
    const before = new Set(state.missed[collection] ?? []);
    drops.set(
      collection,
      ids.filter((id) => before.has(id)),
    );
    const once = ids.filter((id) => !before.has(id));
    if (once.length > 0) missed[collection] = once;
  }
  await writeMeta(mirror, { name: 'lists', value: { ...state, missed } });
  return drops;
}

/**
 * What one own count adds to a number: more counts than a mirror ever makes add up to less than 1,
 * and floating-point numbers hold all of them exactly.
 */
const STEP = 2 ** -24;

// Change numbers for rows of a server that gives none (S106). A row's number has two parts. Its
// whole part is the number that a server with a feed gave the row last, or 0. Its fraction is this
// mirror's own count of what it took from lists and answers. So every later number from a feed is
// greater than the own numbers before it, and of two own numbers the later one is greater.

/** The own count in a number; 0 when a server gave it. */
function countIn(rev: number): number {
  return (rev - Math.floor(rev)) / STEP;
}

/** The number of a row that had `rev` (0 for a new one) and is written as the own count `count`. */
export function numbered(rev: number, count: number): number {
  return Math.floor(rev) + count * STEP;
}
