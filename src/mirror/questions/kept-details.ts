import { remembered } from './remembered.ts';

type Kept = { readonly rev: number; readonly openedAtMs: number };

/** The details that are on this device, by document key, without their contents. */
export const { read: keptDetailsOf } = remembered<ReadonlyMap<string, Kept>>({
  note: 'detailsChanges',
  table: 'details',
  async readAll(mirror) {
    const kept = new Map<string, Kept>();
    await mirror.details.each(({ key, rev, openedAtMs }) => kept.set(key, { rev, openedAtMs }));
    return kept;
  },
  async patch(mirror, { before, changed }) {
    const kept = new Map(before);
    const keys = [...changed];
    const rows = await mirror.details.bulkGet(keys);
    for (const [index, key] of keys.entries()) {
      const row = rows[index];
      if (row === undefined) kept.delete(key);
      else kept.set(key, { rev: row.rev, openedAtMs: row.openedAtMs });
    }
    return kept;
  },
});
