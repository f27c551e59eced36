// Writes rows of documents, and answers what their writers ask: apart from what screens read (document-rows.ts), whose code loads
// first. Everything here happens inside the caller's transaction, which includes `documents`, its slices and `meta`.

import type { Table } from 'dexie';
import { noteChanges } from './changes.ts';
import { firstUpTo } from './document-rows.ts';
import type { MirrorDocument, SliceHead } from './rows.ts';
import type { Mirror } from './schema.ts';
import { keyOfServerId, serverIdOfKey } from './server-key.ts';
import { fitsSlice, planOf, type SliceChange, WORTH, writtenSlices } from './slice-plan.ts';

/** For so many ids the heads of slices are asked one by one. */
const FEW = 16;

type Rows = {
  readonly puts: readonly MirrorDocument[];
  readonly deletes: readonly string[];
  /** Those of the slices that hold these rows, or would, where they are known already. */
  readonly heads?: readonly SliceHead[] | undefined;
};

/** The only writer of documents: rows and the note of what changed are written together. */
export async function writeDocuments(mirror: Mirror, rows: Rows): Promise<void> {
  if (rows.puts.length === 0 && rows.deletes.length === 0) return;
  const keys = [...rows.deletes, ...rows.puts.map((document) => document.key)];
  await Promise.all([writeRows(mirror, rows), noteChanges(mirror, { name: 'documentChanges', keys })]);
}

/** What decides whether a row from the server is newer than the one that is here. */
export type KnownDocument = Pick<MirrorDocument, 'key' | 'rev' | 'gone'>;

/** What is known of these server ids, by id, without reading the rows that are in slices, and the heads of those slices. */
export async function knownDocuments(
  mirror: Mirror,
  ids: readonly number[],
): Promise<{ known: Map<number, KnownDocument>; heads: readonly SliceHead[] }> {
  const asked = new Set(ids);
  const known = new Map<number, KnownDocument>();
  const [heads, records] = await Promise.all([headsOf(mirror, ids), ownRecords(mirror, ids)]);
  for (const head of heads) {
    for (const [at, id] of head.ids.entries()) {
      if (asked.has(id)) known.set(id, { key: keyOfServerId(id), rev: head.revs[at] ?? -1 });
    }
  }
  for (const row of records) {
    if (row !== undefined && row.serverId !== null && asked.has(row.serverId)) known.set(row.serverId, row);
  }
  return { known, heads };
}

/** The server ids of all documents. */
export async function serverIdsOf(mirror: Mirror): Promise<number[]> {
  const own = (await recordsOf(mirror).orderBy('serverId').keys()) as number[];
  const heads = await mirror.heads.toArray();
  return [...new Set([...own, ...heads.flatMap((head) => head.ids)])];
}

async function writeRows(mirror: Mirror, { puts, deletes, heads }: Rows): Promise<void> {
  const many = puts.filter(fitsSlice);
  const fits = many.length < WORTH ? [] : many;
  const removed = new Set(deletes.flatMap((key) => serverIdOfKey(key) ?? []));
  const sliced: ReadonlySet<MirrorDocument> = await writeSlices(mirror, { fits, removed, heads });
  const ids = fits.flatMap((row) => (sliced.has(row) ? row.serverId : []));
  const old = ids.length === 0 ? [] : (await recordKeys(mirror, ids)).filter((key) => serverIdOfKey(key) !== null);
  if (deletes.length + old.length > 0) await recordsOf(mirror).bulkDelete([...deletes, ...old]);
  const alone = puts.filter((row) => !sliced.has(row));
  if (alone.length > 0) await recordsOf(mirror).bulkPut(alone);
}

/** Answers the rows that are in slices now. */
async function writeSlices(
  mirror: Mirror,
  { heads: found, ...change }: SliceChange & Pick<Rows, 'heads'>,
): Promise<ReadonlySet<MirrorDocument>> {
  const ids = [...change.removed, ...change.fits.map((row) => row.serverId)];
  if (ids.length === 0) return new Set();
  const plan = planOf(found ?? (await headsOf(mirror, ids)), change);
  if (plan.changes.length === 0) return plan.rows;
  const read = await mirror.slices.bulkGet(plan.changes.flatMap(({ head }) => head?.upTo ?? []));
  const before = new Map(read.flatMap((slice) => (slice === undefined ? [] : [[slice.upTo, slice]])));
  const { slices, heads, emptied } = writtenSlices(plan, before);
  if (emptied.length > 0) {
    await mirror.slices.bulkDelete([...emptied]);
    await mirror.heads.bulkDelete([...emptied]);
  }
  await mirror.slices.bulkPut([...slices]);
  await mirror.heads.bulkPut([...heads]);
  return plan.rows;
}

/** The heads of the slices that hold these ids, or would, ascending, and of some between them. */
async function headsOf(mirror: Mirror, ids: readonly number[]): Promise<SliceHead[]> {
  if (ids.length <= FEW) return firstUpTo(mirror.heads, ids);
  const { least, most } = boundsOf(ids);
  const lower = await mirror.heads.where(':id').between(least, most, true, false).toArray();
  return [...lower, ...(await firstUpTo(mirror.heads, [most]))];
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
    return recordsOf(mirror)
      .where('serverId')
      .anyOf([...ids])
      .toArray();
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
