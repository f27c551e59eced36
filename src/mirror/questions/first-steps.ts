import type { Mirror } from '../store/schema.ts';
import { referenceRows } from './reference-rows.ts';

/** `here`: what the server has. `waiting`: what was made on this device and is not sent yet. */
export type FirstCount = { readonly here: number; readonly waiting: number };

const COUNTED = ['organizations', 'users', 'document_subjects', 'models', 'holidays'] as const;
type Counted = (typeof COUNTED)[number];
export type FirstCounts = Readonly<Record<Counted, FirstCount>>;

/** Counts what a new tenant needs first (S241). The person who asks is not among the people. */
export async function firstCounts(mirror: Mirror, userId: number): Promise<FirstCounts> {
  const counts = await Promise.all(
    COUNTED.map(async (collection): Promise<[Counted, FirstCount]> => {
      const rows = await referenceRows(mirror, collection);
      const others = rows.filter(({ serverId }) => collection !== 'users' || serverId !== userId);
      const here = others.filter(({ serverId }) => serverId !== null).length;
      return [collection, { here, waiting: others.length - here }];
    }),
  );
  return Object.fromEntries(counts) as FirstCounts;
}
