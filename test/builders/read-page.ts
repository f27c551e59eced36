import { readChangesPage } from '#contract/read-changes.ts';
import type { ChangesPage } from '#contract/sync.ts';

/** A page of changes as a device reads it, in one go; null when the answer is not ours. */
export function readPage(json: unknown): ChangesPage | null {
  const reading = readChangesPage(json);
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  return step.value;
}
