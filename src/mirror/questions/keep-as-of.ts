import { readMetas, writeMeta } from '../store/meta.ts';
import type { MetaName, MetaValues } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { NOTES, stateOf } from '../store/start-picture.ts';
import { durably, StorageTrouble } from '../store/storage.ts';

/** What the mirror holds now (`stateOf`). */
export async function stateNow(mirror: Mirror): Promise<string> {
  return stateOf(await readMetas(mirror, NOTES));
}

/**
 * Stores a copy for the next start that was made while the mirror was in `state`; not when it no longer is, and not when the person
 * has left meanwhile. A device without space goes without.
 */
export async function keepAsOf<Name extends MetaName>(
  mirror: Mirror,
  { state, ...copy }: { state: string; name: Name; value: MetaValues[Name] },
): Promise<void> {
  try {
    await durably(mirror, {
      tables: ['meta'],
      isSpare: true,
      work: async () => {
        const notes = await readMetas(mirror, NOTES);
        if (notes.session !== undefined && stateOf(notes) === state) await writeMeta(mirror, copy);
      },
    });
  } catch (error) {
    if (!(error instanceof StorageTrouble)) throw error;
  }
}
