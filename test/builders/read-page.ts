import { readChangesPage } from '#contract/read-changes.ts';
import type { ChangesPage } from '#contract/sync.ts';

/** Parses a page of changes as a device does, in one step; null when the answer is not ours. */
export function readPage(json: unknown): ChangesPage | null {
  const reading = readChangesPage(json);
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  return step.value;
}
