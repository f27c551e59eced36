import { type ChangeNote, keysSince } from '../store/changes.ts';
import { readMeta } from '../store/meta.ts';
import type { MetaRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import type { TableName } from '../store/storage.ts';

type At<Value> = { readonly version: number; readonly value: Value };
/** `unsaved`: rows that changed since the stored copy. */
type Known<Value> = At<Value> & { unsaved: number };

type Memory<Value> = {
  /** The note in which the writers of the table name the rows that they touched. */
  readonly note: ChangeNote;
  readonly table: TableName;
  /** The value that was stored; undefined for a row that this application cannot read. */
  readonly stored?: (row: MetaRow) => At<Value> | undefined;
  readonly readAll: (mirror: Mirror) => Promise<Value>;
  /** `before` with the rows of `changed` read again, as a new value; `before` must not be changed. */
  readonly patch: (mirror: Mirror, at: { before: Value; changed: ReadonlySet<string> }) => Promise<Value>;
};

type Remembered<Value> = {
  /** The value as of now. */
  readonly read: (mirror: Mirror) => Promise<Value>;
  /** What was read last. */
  readonly known: (mirror: Mirror) => Known<Value> | undefined;
};

/**
 * Keeps a value made of a table in memory, for each mirror: everything is read once, or taken as it was stored, then only the rows
 * that were touched since. A live query that asks for it runs again whenever the table changes, because it reads the note of the
 * writers.
 */
export function remembered<Value>(memory: Memory<Value>): Remembered<Value> {
  const kept = new WeakMap<Mirror, Known<Value>>();

  const reading = (mirror: Mirror): Promise<Known<Value>> =>
    mirror.transaction('r', [memory.table, 'meta'], async () => {
      const changes = await readMeta(mirror, memory.note);
      const version = changes?.version ?? 0;
      // Only requests are awaited, each directly: a function in between would let the transaction end.
      const isFirst = memory.stored !== undefined && !kept.has(mirror);
      let stored: At<Value> | undefined;
      if (isFirst) {
        const row = await mirror.meta.get('documentIndex');
        if (row !== undefined) stored = memory.stored?.(row);
      }
      const known = kept.get(mirror) ?? (stored && { ...stored, unsaved: 0 });
      if (known?.version === version) return known;
      const changed = known === undefined ? null : keysSince(known.version, changes);
      if (known === undefined || changed === null)
        return { version, value: await memory.readAll(mirror), unsaved: Infinity };
      const value = await memory.patch(mirror, { before: known.value, changed });
      return { version, value, unsaved: known.unsaved + changed.size };
    });

  return {
    known: (mirror) => kept.get(mirror),
    async read(mirror) {
      const now = await reading(mirror);
      kept.set(mirror, now);
      return now.value;
    },
  };
}
