// Writes rows of documents, as records or in slices (src/mirror/store/schema.ts), and reads
// what their writers need to know. Everything here runs inside the caller's transaction, which
// includes `documents`, its slices and `meta`.

import { Dexie, type Table, type Transaction } from 'dexie';
import { type KnownNote, noteChanges, RECENT_KEYS } from './changes.ts';
import { firstUpTo, type Mirror, SLICE, type SliceDocument } from '../store/schema.ts';
import { readMeta, readMetas } from '../store/storage.ts';
import { entriesAsOf, followWrite } from './document-index.ts';
import type { DocumentRow } from '#contract/documents.ts';
import { keyOfServerId, type MirrorDocument, serverIdOfKey, type SliceHead, type SliceRow } from '../store/rows.ts';

/** For up to this many ids, records and heads of slices are read one by one. */
const FEW = 16;

type Rows = {
  readonly puts: readonly MirrorDocument[];
  readonly deletes: readonly string[];
  /** What the same transaction has already read about these rows; it saves the queries. */
  readonly found?: FoundRows | undefined;
};

/** The only function that writes documents: it writes rows and the note of changes together. */
export async function writeDocuments(mirror: Mirror, rows: Rows): Promise<void> {
  if (rows.puts.length === 0 && rows.deletes.length === 0) return;
  const turn = (Dexie.currentTransaction as Transaction | null)?.idbtrans as IDBTransaction | undefined;
  const changed = new Map([
    ...rows.deletes.map((key) => [key, undefined] as const),
    ...rows.puts.map((row) => [row.key, row] as const),
  ]);
  const [version] = await Promise.all([
    noteChanges(mirror, { name: 'documentChanges', keys: [...changed.keys()], known: rows.found?.note }),
    writeRows(mirror, rows),
  ]);
  // The index takes over what this context has written, and need not read it again. Many rows are
  // taken over in a task of their own, so that the task that applies their page stays short; a
  // query that runs before then reads them itself.
  const follow = () => followWrite(mirror, { version, changed });
  turn?.addEventListener('complete', () => (changed.size > RECENT_KEYS ? setTimeout(follow) : follow()));
}

/** The fields that decide whether a row from the server is newer than the stored one. */
export type KnownDocument = Pick<MirrorDocument, 'key' | 'rev' | 'gone' | 'mark'>;

/** What the mirror has of some server ids. */
export type FoundRows = {
  readonly known: ReadonlyMap<number, KnownDocument>;
  /**
   * The heads of the slices whose range covers these ids, ascending. Null where they were not read;
   * the rows are then written as records.
   */
  readonly heads: readonly SliceHead[] | null;
  /** The keys of the documents that are single records. */
  readonly records: readonly string[];
  /** The note of changes, read in the same transaction. */
  readonly note: KnownNote;
};

/**
 * What the mirror has under these server ids. It reads the heads of slices, not the rows in them,
 * and everything in parallel.
 */
export async function knownDocuments(mirror: Mirror, ids: readonly number[]): Promise<FoundRows> {
  const asked = new Set(ids);
  const known = new Map<number, KnownDocument>();
  const [heads, records, note, earlier] = await Promise.all([
    headsOf(mirror, ids),
    ownRecords(mirror, ids),
    readMeta(mirror, 'documentChanges'),
    // A note of so many keys moves its changes to the earlier ones, so `noteChanges` will need
    // those as well.
    ids.length > RECENT_KEYS ? readMeta(mirror, 'documentChangesEarlier').then((found) => found ?? null) : undefined,
  ]);
  for (const head of heads) {
    for (const [at, id] of head.ids.entries()) {
      if (asked.has(id)) known.set(id, { key: keyOfServerId(id), rev: head.revs[at] ?? -1 });
    }
  }
  for (const row of records) {
    if (row !== undefined && row.serverId !== null && asked.has(row.serverId)) known.set(row.serverId, row);
  }
  return { known, heads, records: records.flatMap((row) => row?.key ?? []), note: { note, earlier } };
}

/**
 * Like `knownDocuments`, for changed rows with scattered ids. Many rows are looked up in the index
 * in memory. If that is as of the note of changes and has all of them, no row is read.
 */
export async function knownNews(mirror: Mirror, rows: readonly DocumentRow[]): Promise<FoundRows> {
  const ids = rows.map(({ id }) => id);
  if (rows.length <= FEW) return knownDocuments(mirror, ids);
  const { documentChanges: note, documentChangesEarlier: earlier = null } = await readMetas(mirror, NOTES);
  const placed = rows.map(({ id, created_at }) => ({ key: keyOfServerId(id), createdMs: Date.parse(created_at) }));
  const entries = entriesAsOf(mirror, { version: note?.version, rows: placed });
  if (entries === undefined) return knownDocuments(mirror, ids);
  const known = new Map(entries.map(({ key, rev }, at) => [ids[at] ?? 0, { key, rev }]));
  return { known, heads: null, records: [], note: { note, earlier } };
}

const NOTES = ['documentChanges', 'documentChangesEarlier'] as const;

/** The server ids of all documents. */
export async function serverIdsOf(mirror: Mirror): Promise<number[]> {
  const own = (await recordsOf(mirror).orderBy('serverId').keys()) as number[];
  const heads = await mirror.heads.toArray();
  return [...new Set([...own, ...heads.flatMap((head) => head.ids)])];
}

async function writeRows(mirror: Mirror, { puts, deletes, found }: Rows): Promise<void> {
  const many = puts.filter(fitsSlice);
  const fits = many.length < WORTH || found?.heads === null ? [] : many;
  const removed = new Set(deletes.flatMap((key) => serverIdOfKey(key) ?? []));
  const sliced: ReadonlySet<MirrorDocument> = await writeSlices(mirror, { fits, removed, heads: found?.heads });
  const ids = new Set(fits.flatMap((row) => (sliced.has(row) ? row.serverId : [])));
  const records = ids.size === 0 ? [] : (found?.records ?? (await recordKeys(mirror, [...ids])));
  const old = records.filter((key) => ids.has(serverIdOfKey(key) ?? Number.NaN));
  const alone = puts.filter((row) => !sliced.has(row));
  await Promise.all([
    deletes.length + old.length > 0 && recordsOf(mirror).bulkDelete([...deletes, ...old]),
    alone.length > 0 && recordsOf(mirror).bulkPut(alone),
  ]);
}

/**
 * Writes rows into slices, and returns the rows that were written so. The caller writes the others
 * as records.
 */
async function writeSlices(
  mirror: Mirror,
  { heads: found, ...change }: SliceChange & { readonly heads: readonly SliceHead[] | null | undefined },
): Promise<ReadonlySet<MirrorDocument>> {
  const ids = [...change.removed, ...change.fits.map((row) => row.serverId)];
  if (ids.length === 0) return new Set();
  const plan = planOf(found ?? (await headsOf(mirror, ids)), change);
  if (plan.changes.length === 0) return plan.rows;
  const places = plan.changes.flatMap(({ head }) => head?.upTo ?? []);
  const read = places.length === 0 ? [] : await mirror.slices.bulkGet(places);
  const before = new Map(read.flatMap((slice) => (slice === undefined ? [] : [[slice.upTo, slice]])));
  const { slices, heads, emptied } = writtenSlices(plan, before);
  await Promise.all([
    emptied.length > 0 && mirror.slices.bulkDelete([...emptied]),
    emptied.length > 0 && mirror.heads.bulkDelete([...emptied]),
    mirror.slices.bulkPut([...slices]),
    mirror.heads.bulkPut([...heads]),
  ]);
  return plan.rows;
}

/**
 * The heads of the slices whose range covers these ids, ascending. Heads between them may be among
 * them.
 */
async function headsOf(mirror: Mirror, ids: readonly number[]): Promise<SliceHead[]> {
  if (ids.length <= FEW) return firstUpTo(mirror.heads, ids);
  const { least, most } = boundsOf(ids);
  const [lower, last] = await Promise.all([
    mirror.heads.where(':id').between(least, most, true, false).toArray(),
    firstUpTo(mirror.heads, [most]),
  ]);
  return [...lower, ...last];
}

/**
 * The keys of records with these server ids. Keys of documents made here are added when their ids
 * lie between, because such a key does not say its id.
 */
async function recordKeys(mirror: Mirror, ids: readonly number[]): Promise<string[]> {
  const { least, most } = boundsOf(ids);
  const asked = new Set(ids);
  const between = recordsOf(mirror).where('serverId').between(least, most, true, true);
  return (await between.primaryKeys()).filter((key) => {
    const id = serverIdOfKey(key);
    return id === null || asked.has(id);
  });
}

/**
 * The records with these server ids. Few are read directly; for many, the keys that exist are read
 * first.
 */
async function ownRecords(mirror: Mirror, ids: readonly number[]): Promise<(MirrorDocument | undefined)[]> {
  if (ids.length <= FEW)
    // One `get` for each id: `anyOf` would step a cursor from id to id.
    return Promise.all(ids.map((id) => recordsOf(mirror).get({ serverId: id })));
  const keys = await recordKeys(mirror, ids);
  return keys.length === 0 ? [] : recordsOf(mirror).bulkGet(keys);
}

function recordsOf(mirror: Mirror): Table<MirrorDocument, string> {
  return mirror.table('documents');
}

function boundsOf(ids: readonly number[]): { least: number; most: number } {
  let [least, most] = [Infinity, -Infinity];
  for (const id of ids) {
    if (id < least) least = id;
    if (id > most) most = id;
  }
  return { least, most };
}

/**
 * A slice takes new rows only when there are at least this many for it. Fewer rows become records
 * of their own.
 */
export const WORTH = 4;

export function fitsSlice(row: MirrorDocument): row is SliceDocument {
  return (
    row.serverId !== null &&
    row.gone === undefined &&
    row.key === keyOfServerId(row.serverId) &&
    Object.values(row.pencil).every((part) => part === false || part === 0)
  );
}

function packed({ key: _key, serverId: _id, localCode: _code, pencil: _pencil, ...row }: SliceDocument): string {
  return JSON.stringify(row);
}

export type SliceChange = {
  readonly fits: readonly SliceDocument[];
  /** The server ids of deleted documents. */
  readonly removed: ReadonlySet<number>;
};

type Change = { readonly head: SliceHead | undefined; readonly puts: readonly SliceDocument[] };

export type SlicePlan = {
  /** The rows that go into slices. */
  readonly rows: ReadonlySet<SliceDocument>;
  /** The slices that change. `head` is undefined for new slices after the last one. */
  readonly changes: readonly Change[];
  readonly removed: ReadonlySet<number>;
};

/**
 * Plans which slices change when the documents of `removed` are deleted and the rows of `fits`
 * written. `heads`: those of all slices whose range covers these ids, ascending.
 */
export function planOf(heads: readonly SliceHead[], { fits, removed }: SliceChange): SlicePlan {
  const changes: Change[] = [];
  const sorted = [...fits].sort((left, right) => left.serverId - right.serverId);
  let from = 0;
  for (const head of [...heads, undefined]) {
    const start = from;
    while (from < sorted.length && (sorted[from]?.serverId ?? 0) <= (head?.upTo ?? Infinity)) from += 1;
    const puts = from - start < WORTH ? [] : sorted.slice(start, from);
    if (puts.length > 0 || head?.ids.some((id) => removed.has(id)) === true) changes.push({ head, puts });
  }
  return { rows: new Set(changes.flatMap(({ puts }) => puts)), changes, removed };
}

export type WrittenSlices = {
  readonly slices: readonly SliceRow[];
  readonly heads: readonly SliceHead[];
  /** The keys of slices without any row left, which are deleted. */
  readonly emptied: readonly number[];
};

/** The slices and heads to write. `before`: the changed slices as they are stored, by key. */
export function writtenSlices({ changes, removed }: SlicePlan, before: ReadonlyMap<number, SliceRow>): WrittenSlices {
  const slices: SliceRow[] = [];
  const heads: SliceHead[] = [];
  const emptied: number[] = [];
  for (const { head, puts } of changes) {
    const parts = new Map<number, Part>();
    for (const [at, id] of head?.ids.entries() ?? []) {
      const text = before.get(head?.upTo ?? 0)?.rows[at] ?? '';
      if (!removed.has(id)) parts.set(id, { id, rev: head?.revs[at] ?? -1, text });
    }
    for (const row of puts) parts.set(row.serverId, { id: row.serverId, rev: row.rev, text: packed(row) });
    const all = [...parts.values()].sort((left, right) => left.id - right.id);
    if (head !== undefined && all.length === 0) emptied.push(head.upTo);
    for (const some of divided(all)) {
      const ids = some.map(({ id }) => id);
      const last = ids.at(-1) ?? 0;
      const upTo = last === all.at(-1)?.id ? (head?.upTo ?? last) : last;
      slices.push({ upTo, ids, rows: some.map(({ text }) => text) });
      heads.push({ upTo, ids, revs: some.map(({ rev }) => rev) });
    }
  }
  return { slices, heads, emptied };
}

type Part = { readonly id: number; readonly rev: number; readonly text: string };

/** Divides rows into slices of about equal length. */
function divided(all: readonly Part[]): (readonly Part[])[] {
  const count = Math.max(all.length === 0 ? 0 : 1, Math.round(all.length / SLICE));
  const place = (part: number) => Math.round((part * all.length) / count);
  return Array.from({ length: count }, (_none, part) => all.slice(place(part), place(part + 1)));
}
