import type { Mirror } from '#mirror/store/schema.ts';
import type { TableName } from '#mirror/store/storage.ts';

/** Counts the rows that any code reads from these tables through this mirror, from now on. */
export function countRows<Name extends TableName>(mirror: Mirror, tables: readonly Name[]): () => Record<Name, number> {
  const read = Object.fromEntries(tables.map((name) => [name, 0])) as Record<Name, number>;
  for (const name of tables) {
    mirror.table(name).hook('reading', (row: unknown) => {
      read[name] += 1;
      return row;
    });
  }
  return () => ({ ...read });
}
