import type { Mirror } from '../store/schema.ts';
import { remembered } from './remembered.ts';

type DetailsRow = { readonly rev: number; readonly openedAtMs: number };

/**
 * The details on this device, by document key, without their contents. A start takes the stored
 * list: with 20,000 documents, reading the details with their texts takes seconds.
 */
export const { read: keptDetailsOf, known: knownDetailsOf } = remembered<ReadonlyMap<string, DetailsRow>>({
  note: 'detailsChanges',
  tables: ['details'],
  stored: {
    name: 'keptDetails',
    read(row) {
      if (row.name !== 'keptDetails') return undefined;
      const { version, keys, revs, openedAtMs } = row.value;
      const value = new Map(
        keys.map((key, at) => [key, { rev: revs[at] ?? 0, openedAtMs: openedAtMs[at] ?? 0 }] as const),
      );
      return { version, value };
    },
  },
  sizeOf: (kept) => kept.size,
  readAll(mirror) {
    const kept = new Map<string, DetailsRow>();
    return mirror.details.each(({ key, rev, openedAtMs }) => kept.set(key, { rev, openedAtMs })).then(() => kept);
  },
  patch(mirror, { before, changed }) {
    const keys = [...changed];
    return mirror.details.bulkGet(keys).then((rows) => {
      const kept = new Map(before);
      for (const [index, key] of keys.entries()) {
        const row = rows[index];
        if (row === undefined) kept.delete(key);
        else kept.set(key, { rev: row.rev, openedAtMs: row.openedAtMs });
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
