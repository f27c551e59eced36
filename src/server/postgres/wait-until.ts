import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until `condition` holds; false when `forMs` have passed. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  times: { readonly forMs: number; readonly everyMs: number },
): Promise<boolean> {
  const deadline = performance.now() + times.forMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() > deadline) return false;
    await sleep(times.everyMs);
  }
}
