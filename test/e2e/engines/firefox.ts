import type { Engine } from './driver.ts';
import { firefoxAtHand } from './find-engines.mjs';
import { launchWithPuppeteer } from './puppeteer-driver.ts';

/** Values of Firefox's preference for the colour scheme that a page is told. */
const CONTENT_SCHEME = { dark: 0, light: 1 } as const;

export const firefox: Engine = {
  name: 'Firefox',
  lacks: { storageManager: false, backgroundSync: true },
  launch(options) {
    const executablePath = firefoxAtHand();
    if (executablePath === null) throw new Error('No Firefox is installed');
    return launchWithPuppeteer(options, {
      browser: 'firefox',
      executablePath,
      extraPrefsFirefox: {
        'layout.css.prefers-color-scheme.content-override': CONTENT_SCHEME[options.colorScheme ?? 'light'],
      },
    });
  },
};
