import { type ChangeNote, keysSince } from '../store/changes.ts';
import { readMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';
import type { TableName } from '../store/storage.ts';

type Memory<Value> = {
  /** The note in which the writers of the table name the rows that they touched. */
  readonly note: ChangeNote;
  readonly table: TableName;
  readonly readAll: (mirror: Mirror) => Promise<Value>;
  /** `before` with the rows of `changed` read again, as a new value; `before` must not be changed. */
  readonly patch: (mirror: Mirror, at: { before: Value; changed: ReadonlySet<string> }) => Promise<Value>;
};

/**
 * Keeps a value made of a table in memory, for each mirror: everything is read once, then only the rows that were
 * touched since. A live query that asks for it runs again whenever the table changes.
 */
export function remembered<Value>(memory: Memory<Value>): (mirror: Mirror) => Promise<Value> {
  const kept = new WeakMap<Mirror, { readonly version: number; readonly value: Value }>();
  return async (mirror) => {
    const now = await mirror.transaction('r', [memory.table, 'meta'], async () => {
      const changes = await readMeta(mirror, memory.note);
      const version = changes?.version ?? 0;
      const known = kept.get(mirror);
      if (known !== undefined && known.version === version) return known;
      const changed = known === undefined ? null : keysSince(known.version, changes);
      if (known === undefined || changed === null) return { version, value: await memory.readAll(mirror) };
      return { version, value: await memory.patch(mirror, { before: known.value, changed }) };
    });
    kept.set(mirror, now);
    return now.value;
  };
}
