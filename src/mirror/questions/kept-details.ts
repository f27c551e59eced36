import { remembered } from './remembered.ts';

type Kept = { readonly rev: number; readonly openedAtMs: number };

/** The details that are on this device, by document key, without their contents. */
export const { read: keptDetailsOf } = remembered<ReadonlyMap<string, Kept>>({
  note: 'detailsChanges',
  tables: ['details'],
  readAll(mirror) {
    const kept = new Map<string, Kept>();
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
