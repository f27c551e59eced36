import { PATIENCE_MS } from '../store/in-time.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * Runs `work` while no other context seals, opens or erases this mirror, where the browser has
 * locks. Who has waited in vain goes on: the transactions that change places find out for
 * themselves what is missing, and a lock only avoids that two do the same (src/sync/promises.md,
 * hazard 29). `isAlone`: false when another context may be at it.
 */
export async function alone<Result>(
  { name }: Pick<Mirror, 'name'>,
  work: (isAlone: boolean) => Promise<Result>,
): Promise<Result> {
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {};
  if (locks === undefined) return work(true);
  let begun: Promise<Result> | null = null;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), PATIENCE_MS);
  try {
    await locks.request(`malote sealing ${name}`, { signal: waiting.signal }, () => {
      clearTimeout(timer);
      begun = work(true);
      return begun.then(ended, ended);
    });
  } catch {
    // The lock did not come, or the browser refused to give one.
  } finally {
    clearTimeout(timer);
  }
  return begun ?? work(false);
}

function ended(): void {
  // What came of the work is told by its own promise.
}
