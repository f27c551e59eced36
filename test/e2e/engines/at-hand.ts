import { chromium } from './chromium.ts';
import type { Engine } from './driver.ts';
import { enginesMissing } from './find-engines.mjs';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

/** The engines of this machine; what a run does not try, test/run.mjs says. */
export function enginesAtHand(): Engine[] {
  const missing = new Set(enginesMissing().map(({ name }) => name));
  return [chromium, firefox, webkit].filter(({ name }) => !missing.has(name));
}
