import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 20_000;

/** Waits until it holds; throws when it does not in time. */
export async function until(holds: () => Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited for ${patienceMs / 1000} s`);
    await sleep(100);
  }
}
