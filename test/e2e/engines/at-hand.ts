import { chromium } from './chromium.ts';
import type { Engine } from './driver.ts';
import { enginesMissing } from './find-engines.mjs';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

/** The engines that are installed on this machine. test/run.mjs names the missing ones. */
export function enginesAtHand(): Engine[] {
  const missing = new Set(enginesMissing().map(({ name }) => name));
  return [chromium, firefox, webkit].filter(({ name }) => !missing.has(name));
}
