// When to try again what this device could not do: after a growing pause, or as soon as the network
// or the page is back.

import { watchSigns } from './use-browser-online.ts';

const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/**
 * The pause before the next try: 2 s, then twice as long each time, at most a minute. `over`
 * resolves at its end: after that time, at the first sign of `watchSigns`, or when `end` is called.
 * @param failures How many tries have failed in a row, from 1.
 */
export function retryPause(failures: number): { readonly over: Promise<void>; readonly end: () => void } {
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const timer = setTimeout(end, Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)));
  const unwatch = watchSigns(end);
  return {
    end,
    over: over.finally(() => {
      clearTimeout(timer);
      unwatch();
    }),
  };
}
