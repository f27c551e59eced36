import { PATIENCE_MS } from '../store/page-sleep.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * Runs `work` under a lock of the browser, so that no other page or worker seals, opens or erases
 * this mirror meanwhile. The lock only avoids double work (src/sync/promises.md, hazard 29). When
 * it does not come in time, `work` runs anyway, because the transactions of sealing and opening
 * notice missing rows themselves. `isAlone`: false when another context may be working.
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
  // The lock waits only for the end of the work; `alone` itself returns the result.
}
