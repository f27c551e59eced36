// How far the numbers of the database are, noted beside the files (S169).

import * as v from 'valibot';
import { HIGH_WATER, type FileStore } from '../files/file-store.ts';

const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The numbers of one moment. */
export const Numbers = v.object({
  tenants: v.array(v.object({ id: Whole, rev: Whole, number: Whole })),
  /** The greatest id of each table, by the name of its sequence. */
  ids: v.record(v.string(), Whole),
});
export type Numbers = v.InferOutput<typeof Numbers>;

const HighWater = v.object({ beat: Whole, ...Numbers.entries });
export type HighWater = v.InferOutput<typeof HighWater>;

/**
 * What was noted last; null before that, and for a note that can't be read, which proves nothing.
 */
export async function notedHighWater(files: FileStore): Promise<HighWater | null> {
  const text = await files.note(HIGH_WATER);
  if (text === null) return null;
  try {
    const parsed = v.safeParse(HighWater, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export async function noteHighWater(files: FileStore, water: HighWater): Promise<void> {
  await files.keepNote(HIGH_WATER, JSON.stringify(water));
}
