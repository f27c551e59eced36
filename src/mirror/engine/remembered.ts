import { Dexie, type PromiseExtended } from 'dexie';
import { type ChangeNote, type EarlierNote, keysSince } from './changes.ts';
import type { Changes, MetaRow } from '../store/rows.ts';
import { readTogether } from '../store/read-together.ts';
import type { Mirror } from '../store/schema.ts';
import { type TableName, withSlices } from '../store/storage.ts';

type VersionedValue<Value> = { readonly version: number; value: Value };
/** `unsaved`: how many rows have changed since the stored copy. */
type KnownValue<Value> = VersionedValue<Value> & { unsaved: number };

type Memory<Value> = {
  /** The note in which the writers of the table name the rows that they touched. */
  readonly note: ChangeNote;
  /** The table, and the others that may be queried in the same transaction. */
  readonly tables: readonly TableName[];
  /** The value that was stored; undefined for a row that this application cannot read. */
  readonly stored?: {
    readonly name: 'documentIndex' | 'keptDetails';
    readonly read: (row: MetaRow) => VersionedValue<Value> | undefined;
  };
  readonly readAll: (mirror: Mirror) => PromiseExtended<Value>;
  /** How many rows the value was made of. */
  readonly sizeOf: (value: Value) => number;
  /**
   * `before` with the rows of `changed` read again, as a new value; `before` must not be changed.
   */
  readonly patch: (mirror: Mirror, at: { before: Value; changed: ReadonlySet<string> }) => PromiseExtended<Value>;
};

type RememberedValue<Value> = {
  /** The value as of now. */
  readonly read: (mirror: Mirror) => PromiseExtended<Value>;
  /** Calls `ask` with the present value, in the transaction that has read the note. */
  readonly within: <Answer>(
    mirror: Mirror,
    ask: (value: Value) => Answer | PromiseExtended<Answer>,
  ) => PromiseExtended<Answer>;
  /** The value that was read last. */
  readonly known: (mirror: Mirror) => KnownValue<Value> | undefined;
  readonly put: (mirror: Mirror, now: KnownValue<Value>) => void;
  /** Starts reading. Later callers wait for this read instead of reading everything as well. */
  readonly begin: (mirror: Mirror) => void;
};

/**
 * Up to this many changed rows, or a third of all, are read one by one; with more, reading all rows
 * is faster.
 */
const MANY = 500;
const isMost = (changed: number, all: number) => changed > MANY && changed > all / 3;

/**
 * Keeps a value made of a table in memory, for each mirror: everything is read once, or taken as it
 * was stored, then only the rows that were touched since. A live query that asks for it runs again
 * whenever the table changes, because it reads the note of the writers.
 */
export function remembered<Value>(memory: Memory<Value>): RememberedValue<Value> {
  const kept = new WeakMap<Mirror, KnownValue<Value>>();
  const coming = new WeakMap<Mirror, PromiseLike<unknown>>();

  /** The value as of the note, with the stored copy if that was read too. Inside a transaction. */
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
   * Waits only for the end of a read that has begun: each live query then queries in a zone of its
   * own.
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
    // The one row of the note shows that nothing has changed.
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
