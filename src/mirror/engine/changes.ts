// Each write notes, in its own transaction, which rows it touched. A page or the worker keeps
// values of a table in memory, and brings them up to date by reading the noted rows alone,
// whichever context wrote them.

import { Dexie, type PromiseExtended } from 'dexie';
import type { Changes, DetailsRow, MetaRow } from '../store/rows.ts';
import { type Mirror, readTogether } from '../store/schema.ts';
import { Lists } from './index-table.ts';
import { readMeta, type TableName, withSlices, writeMeta, writeMetas } from '../store/storage.ts';

type ChangeNote = 'documentChanges' | 'detailsChanges';

/**
 * The name of the second value of a note: changes that no longer fit into the first. Every query
 * reads the first one, so it stays small.
 */
type EarlierNote = `${ChangeNote}Earlier`;

/**
 * A note as one transaction has read it. `earlier`: the second value; null where there is none,
 * undefined where it was not read.
 */
export type KnownNote = { readonly note: Changes | undefined; readonly earlier?: Changes | null | undefined };

/**
 * The changes of a note. The earlier ones are added only where they end exactly where the note
 * begins, so that no change is missing between them.
 */
function withEarlier({ version, recent }: Changes, earlier: Changes | null | undefined): Changes['recent'] {
  return earlier?.version === version - recent.length ? [...earlier.recent, ...recent] : recent;
}

/**
 * The keys that were touched since `version`; null when the note does not reach back so far and
 * everything must be read.
 */
export function keysSince(version: number, { note, earlier }: KnownNote): Set<string> | null {
  if (note === undefined) return null;
  const all = withEarlier(note, earlier);
  const missing = note.version - version;
  if (missing < 0 || missing > all.length) return null;
  return new Set(all.slice(all.length - missing).flatMap((one) => one.keys));
}

/** A note with more keys than this moves its changes to the earlier ones. */
export const RECENT_KEYS = 50;
/**
 * The keys that a note remembers, enough for all documents of a large device. After more changes,
 * every row is read again.
 */
export const REMEMBERED_KEYS = 20_000;

/**
 * Notes that the rows of `keys` changed, inside the transaction that changes them, which includes
 * `meta`. `known`: the note as the same transaction has read it. Returns the version of the note.
 */
export async function noteChanges(
  mirror: Mirror,
  { name, keys, known }: { name: ChangeNote; keys: readonly string[]; known?: KnownNote | undefined },
): Promise<number> {
  const past: EarlierNote = `${name}Earlier`;
  const before = known === undefined ? await readMeta(mirror, name) : known.note;
  const note = noteWith(keys, before);
  if (hasRoom(note)) {
    await writeMeta(mirror, { name, value: note });
    return note.version;
  }
  const { version } = note;
  const all = [...withEarlier(note, known?.earlier === undefined ? await readMeta(mirror, past) : known.earlier)];
  let remembered = countOf(all);
  while (remembered > REMEMBERED_KEYS && all.length > 1) remembered -= all.shift()?.keys.length ?? 0;
  await writeMetas(mirror, { [name]: { version, recent: [] }, [past]: { version, recent: all } });
  return version;
}

function noteWith(keys: readonly string[], before: Changes | undefined): Changes {
  const version = (before?.version ?? 0) + 1;
  return { version, recent: [...(before?.recent ?? []), { version, keys }] };
}

/** Whether the first value of a note has room for its changes. */
function hasRoom({ recent }: Changes): boolean {
  return countOf(recent) <= RECENT_KEYS;
}

function countOf(changes: Changes['recent']): number {
  return changes.reduce((sum, one) => sum + one.keys.length, 0);
}

/**
 * Stores rows of `details` with one note. Only this function, dropDetails and markOpened write that
 * table. Inside the caller's transaction, which includes `details` and `meta`.
 */
export async function putDetails(mirror: Mirror, rows: readonly DetailsRow[]): Promise<void> {
  if (rows.length === 0) return;
  await mirror.details.bulkPut([...rows]);
  await noteChanges(mirror, { name: 'detailsChanges', keys: rows.map(({ key }) => key) });
}

export async function dropDetails(mirror: Mirror, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await mirror.details.bulkDelete([...keys]);
  await noteChanges(mirror, { name: 'detailsChanges', keys });
}

/**
 * Notes that a person opened the document at `atMs` (epoch ms). Does nothing for a document without
 * details.
 */
export async function markOpened(mirror: Mirror, { key, atMs }: { key: string; atMs: number }): Promise<void> {
  const found = await mirror.details.update(key, { openedAtMs: atMs });
  if (found > 0) await noteChanges(mirror, { name: 'detailsChanges', keys: [key] });
}

/**
 * Notes that reference data changed, so that names in memory are read again. Runs inside the
 * transaction that changes it. `known`: the version as that transaction has read it.
 */
export async function noteReferenceChange(
  mirror: Mirror,
  known?: { readonly version: number | undefined },
): Promise<void> {
  const before = (known === undefined ? await readMeta(mirror, 'referenceVersion') : known.version) ?? 0;
  await writeMeta(mirror, { name: 'referenceVersion', value: before + 1 });
}

/**
 * Runs `erase`, which empties the tables and with them the notes in `meta`, and lets the versions
 * of the notes count on. If they began again, a context could take its rows in memory for those of
 * the next login.
 */
export async function noteErasure(mirror: Mirror, erase: () => Promise<void>): Promise<void> {
  const documents = await readMeta(mirror, 'documentChanges');
  const details = await readMeta(mirror, 'detailsChanges');
  const reference = await readMeta(mirror, 'referenceVersion');
  await erase();
  const after = (before: Changes | undefined): Changes => ({ version: (before?.version ?? 0) + 1, recent: [] });
  await writeMeta(mirror, { name: 'documentChanges', value: after(documents) });
  await writeMeta(mirror, { name: 'detailsChanges', value: after(details) });
  await writeMeta(mirror, { name: 'referenceVersion', value: (reference ?? 0) + 1 });
}

type VersionedValue<Value> = { readonly version: number; value: Value };
/**
 * A value with its version. `unsaved`: how many rows have changed since its stored copy was
 * written.
 */
type KnownValue<Value> = VersionedValue<Value> & { unsaved: number };

type Memory<Value> = {
  /** The note in which the writers of the table name the rows that they touched. */
  readonly note: ChangeNote;
  /** The table, and the others that may be queried in the same transaction. */
  readonly tables: readonly TableName[];
  /**
   * How to read the stored copy of the value. Its `read` gives undefined for a copy that this
   * version of the application cannot read.
   */
  readonly stored?: {
    readonly name: 'documentIndex' | 'keptDetails';
    readonly read: (row: MetaRow) => VersionedValue<Value> | undefined;
  };
  readonly readAll: (mirror: Mirror) => PromiseExtended<Value>;
  /** How many rows the value was made of. */
  readonly sizeOf: (value: Value) => number;
  /** A new value: `before` with the rows of `changed` read again. `before` must not be changed. */
  readonly patch: (mirror: Mirror, at: { before: Value; changed: ReadonlySet<string> }) => PromiseExtended<Value>;
};

type RememberedValue<Value> = {
  /** The present value. */
  readonly read: (mirror: Mirror) => PromiseExtended<Value>;
  /** Calls `ask` with the present value, in the transaction that has read the note. */
  readonly within: <Answer>(
    mirror: Mirror,
    ask: (value: Value) => Answer | PromiseExtended<Answer>,
  ) => PromiseExtended<Answer>;
  /** The value that was read last, which may be out of date; undefined before the first read. */
  readonly known: (mirror: Mirror) => KnownValue<Value> | undefined;
  readonly put: (mirror: Mirror, now: KnownValue<Value>) => void;
  /** Starts reading everything. Later callers wait for this read instead of starting another. */
  readonly begin: (mirror: Mirror) => void;
};

/**
 * Up to this many changed rows, or up to a third of all rows, are read one by one. Above both,
 * reading all rows is faster.
 */
const MANY = 500;
const isMost = (changed: number, all: number) => changed > MANY && changed > all / 3;

/**
 * Keeps in memory, for each mirror, a value that is made from a table. It is read once, from all
 * rows or from its stored copy; afterwards only the touched rows are read. A live query that reads
 * the value runs again whenever the table changes, because it also reads the note of changes.
 */
export function remembered<Value>(memory: Memory<Value>): RememberedValue<Value> {
  const kept = new WeakMap<Mirror, KnownValue<Value>>();
  const coming = new WeakMap<Mirror, PromiseLike<unknown>>();

  /**
   * The value as of the note that was read. `stored`: its stored copy, if that was read too. Inside
   * a transaction.
   */
  const valueAt = (
    mirror: Mirror,
    { note, stored }: { note: MetaRow | undefined; stored?: VersionedValue<Value> | undefined },
  ): KnownValue<Value> | PromiseExtended<KnownValue<Value>> => {
    const changes = note?.value as Changes | undefined;
    const version = versionOf(note);
    const known = kept.get(mirror) ?? (stored && { ...stored, unsaved: 0 });
    if (known?.version === version) return known;
    const withKeys = (changed: ReadonlySet<string> | null | undefined): PromiseExtended<KnownValue<Value>> =>
      known === undefined || !changed || isMost(changed.size, memory.sizeOf(known.value))
        ? memory.readAll(mirror).then((value) => ({ version, value, unsaved: Infinity }))
        : memory
            .patch(mirror, { before: known.value, changed })
            .then((value) => ({ version, value, unsaved: known.unsaved + changed.size }));
    const recent = known && keysSince(known.version, { note: changes });
    if (known === undefined || recent !== null) return withKeys(recent);
    return mirror.meta
      .get(`${memory.note}Earlier` satisfies EarlierNote)
      .then((row) => withKeys(keysSince(known.version, { note: changes, earlier: row?.value as Changes | undefined })));
  };

  // Requests are chained and never awaited: in a live query an `await` may leave the transaction,
  // which then ends before the work does (PrematureCommitError), and the screen fails with it.
  const asked: RememberedValue<Value>['within'] = (mirror, ask) =>
    readTogether(mirror, {
      tables: withSlices([...memory.tables, 'meta']),
      work: () => {
        const isCold = memory.stored !== undefined && !kept.has(mirror);
        return mirror.meta
          .bulkGet([memory.note, ...(isCold ? [memory.stored.name] : [])])
          .then(([note, row]) => valueAt(mirror, { note, stored: row && memory.stored?.read(row) }))
          .then((now) => {
            kept.set(mirror, now);
            return ask(now.value);
          });
      },
    });

  /**
   * Waits for the end of a read that has begun, but not for its value: each live query then reads
   * by itself, so that Dexie observes what it reads.
   */
  const afterBegun = <Answer>(mirror: Mirror, work: () => PromiseExtended<Answer>): PromiseExtended<Answer> => {
    const begun = kept.has(mirror) || Dexie.currentTransaction !== null ? undefined : coming.get(mirror);
    return begun === undefined ? work() : Dexie.Promise.resolve(begun).then(work);
  };

  return {
    known: (mirror) => kept.get(mirror),
    put: (mirror, now) => void kept.set(mirror, now),
    within: (mirror, ask) => afterBegun(mirror, () => asked(mirror, ask)),
    begin(mirror) {
      const over = () => coming.delete(mirror);
      coming.set(mirror, asked(mirror, () => undefined).then(over, over));
    },
    // Only the note is read when nothing has changed.
    read: (mirror) =>
      afterBegun(mirror, () =>
        mirror.meta.get(memory.note).then((note) => {
          const known = kept.get(mirror);
          return known?.version === versionOf(note) ? known.value : asked(mirror, (value) => value);
        }),
      ),
  };
}

function versionOf(note: MetaRow | undefined): number {
  return (note?.value as Changes | undefined)?.version ?? 0;
}

type KeptFacts = {
  readonly rev: number;
  readonly openedAtMs: number;
  /**
   * The authors of the document's replies. Empty in a list that an older version stored, until the
   * details come again.
   */
  readonly replierIds: readonly number[];
};

const factsOf = ({ rev, openedAtMs, interactions }: DetailsRow): KeptFacts => ({
  rev,
  openedAtMs,
  replierIds: [...new Set(interactions.map(({ creator }) => creator.id))],
});

/**
 * Facts about the details that this device keeps, by document key, without their texts. A start
 * reads the stored list, because reading the details of 20,000 documents takes seconds.
 */
export const { read: keptDetailsOf, known: knownDetailsOf } = remembered<ReadonlyMap<string, KeptFacts>>({
  note: 'detailsChanges',
  tables: ['details'],
  stored: {
    name: 'keptDetails',
    read(row) {
      if (row.name !== 'keptDetails') return undefined;
      const { version, keys, revs, openedAtMs } = row.value;
      const repliers = new Lists(row.value.repliers);
      const factsAt = (at: number): KeptFacts => ({
        rev: revs[at] ?? 0,
        openedAtMs: openedAtMs[at] ?? 0,
        // Computed on demand, because most of these lists are never read.
        get replierIds() {
          return repliers.at(at);
        },
      });
      const value = new Map(keys.map((key, at) => [key, factsAt(at)] as const));
      return { version, value };
    },
  },
  sizeOf: (kept) => kept.size,
  readAll(mirror) {
    const kept = new Map<string, KeptFacts>();
    return mirror.details.each((row) => kept.set(row.key, factsOf(row))).then(() => kept);
  },
  patch(mirror, { before, changed }) {
    const keys = [...changed];
    return mirror.details.bulkGet(keys).then((rows) => {
      const kept = new Map(before);
      for (const [index, key] of keys.entries()) {
        const row = rows[index];
        if (row === undefined) kept.delete(key);
        else kept.set(key, factsOf(row));
      }
      return kept;
    });
  },
});

/**
 * A start reads the details that changed after the list was stored. After this many changes the
 * list is stored again.
 */
const CHANGES_BETWEEN = 250;

/**
 * Whether `CHANGES_BETWEEN` details have changed since the list was stored, so that storing it
 * pays.
 */
export function areKeptDetailsDue(mirror: Mirror): boolean {
  const now = knownDetailsOf(mirror);
  return now !== undefined && now.unsaved >= CHANGES_BETWEEN && now.value.size >= CHANGES_BETWEEN;
}
