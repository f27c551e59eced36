import { pause } from '../reporting/timers.ts';

/** Asks `condition` again until it holds; false when `forMs` milliseconds have passed. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  times: { readonly forMs: number; readonly everyMs: number },
): Promise<boolean> {
  const deadline = performance.now() + times.forMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() > deadline) return false;
    await pause(times.everyMs);
  }
}
