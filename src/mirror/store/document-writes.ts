// Writes rows of documents, and answers what their writers ask: apart from what screens read (document-rows.ts), whose code loads
// first. Everything here happens inside the caller's transaction, which includes `documents`, its slices and `meta`.

import type { Table } from 'dexie';
import type { KnownNote } from './changed-keys.ts';
import { noteChanges, RECENT_KEYS } from './changes.ts';
import { firstUpTo } from './document-rows.ts';
import { readMeta } from './meta.ts';
import type { MirrorDocument, SliceHead } from './rows.ts';
import type { Mirror } from './schema.ts';
import { keyOfServerId, serverIdOfKey } from './server-key.ts';
import { fitsSlice, planOf, type SliceChange, WORTH, writtenSlices } from './slice-plan.ts';

/** For so many ids the heads of slices are asked one by one. */
const FEW = 16;

type Rows = {
  readonly puts: readonly MirrorDocument[];
  readonly deletes: readonly string[];
  /** What was read of these rows before, in the same transaction: so they are written without another question. */
  readonly found?: FoundRows | undefined;
};

/** The only writer of documents: rows and the note of what changed are written together. */
export async function writeDocuments(mirror: Mirror, rows: Rows): Promise<void> {
  if (rows.puts.length === 0 && rows.deletes.length === 0) return;
  const keys = [...rows.deletes, ...rows.puts.map((row) => row.key)];
  await Promise.all([
    noteChanges(mirror, { name: 'documentChanges', keys, known: rows.found?.note }),
    writeRows(mirror, rows),
  ]);
}

/** What decides whether a row from the server is newer than the one that is here. */
export type KnownDocument = Pick<MirrorDocument, 'key' | 'rev' | 'gone' | 'mark'>;

/** What is there of some server ids. */
export type FoundRows = {
  readonly known: ReadonlyMap<number, KnownDocument>;
  /** The heads of the slices that hold them, or would, ascending. */
  readonly heads: readonly SliceHead[];
  /** The keys of those that are records. */
  readonly records: readonly string[];
  /** The note of changes, as it was read with them. */
  readonly note: KnownNote;
};

/** What is known of these server ids, without reading the rows that are in slices. Everything is asked for at once. */
export async function knownDocuments(mirror: Mirror, ids: readonly number[]): Promise<FoundRows> {
  const asked = new Set(ids);
  const known = new Map<number, KnownDocument>();
  const [heads, records, note, earlier] = await Promise.all([
    headsOf(mirror, ids),
    ownRecords(mirror, ids),
    readMeta(mirror, 'documentChanges'),
    // So many are not noted without it.
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

/** The server ids of all documents. */
export async function serverIdsOf(mirror: Mirror): Promise<number[]> {
  const own = (await recordsOf(mirror).orderBy('serverId').keys()) as number[];
  const heads = await mirror.heads.toArray();
  return [...new Set([...own, ...heads.flatMap((head) => head.ids)])];
}

async function writeRows(mirror: Mirror, { puts, deletes, found }: Rows): Promise<void> {
  const many = puts.filter(fitsSlice);
  const fits = many.length < WORTH ? [] : many;
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

/** Answers the rows that are in slices now. */
async function writeSlices(
  mirror: Mirror,
  { heads: found, ...change }: SliceChange & { readonly heads: readonly SliceHead[] | undefined },
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

/** The heads of the slices that hold these ids, or would, ascending, and of some between them. */
async function headsOf(mirror: Mirror, ids: readonly number[]): Promise<SliceHead[]> {
  if (ids.length <= FEW) return firstUpTo(mirror.heads, ids);
  const { least, most } = boundsOf(ids);
  const [lower, last] = await Promise.all([
    mirror.heads.where(':id').between(least, most, true, false).toArray(),
    firstUpTo(mirror.heads, [most]),
  ]);
  return [...lower, ...last];
}

/** The keys of records with these server ids, and of those made here whose ids are between them. */
async function recordKeys(mirror: Mirror, ids: readonly number[]): Promise<string[]> {
  const { least, most } = boundsOf(ids);
  const asked = new Set(ids);
  const between = recordsOf(mirror).where('serverId').between(least, most, true, true);
  return (await between.primaryKeys()).filter((key) => {
    const id = serverIdOfKey(key);
    return id === null || asked.has(id);
  });
}

/** The records with these server ids; one question for few of them, and for many first which there are. */
async function ownRecords(mirror: Mirror, ids: readonly number[]): Promise<(MirrorDocument | undefined)[]> {
  if (ids.length <= FEW)
    // Each by itself: a question for any of them follows a cursor, step by step.
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
