import { browserAtHand, NO_BROWSER } from '../find-browser.mjs';
import type { Engine } from './driver.ts';
import { launchWithPuppeteer } from './puppeteer-driver.ts';

export const chromium: Engine = {
  name: 'Chromium',
  lacks: { storageManager: false, backgroundSync: false },
  async launch(options) {
    const executablePath = await browserAtHand();
    if (executablePath === null) throw new Error(NO_BROWSER);
    return launchWithPuppeteer(options, {
      browser: 'chrome',
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'],
    });
  },
};
