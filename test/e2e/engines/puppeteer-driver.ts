// Drives Chromium (DevTools protocol) and Firefox (WebDriver BiDi) with one client library.

import puppeteer, { type Browser, type ElementHandle, type LaunchOptions as PuppeteerOptions } from 'puppeteer-core';
import { within } from '../within.ts';
import { CALL_MS, type Driver, LAUNCH_MS, type LaunchOptions, READ_MS } from './driver.ts';
import { killTree } from './process-tree.ts';

/** Starts the browser on the profile and returns its driver. */
export async function launchWithPuppeteer(
  { profile, size, colorScheme = 'light' }: LaunchOptions,
  engine: PuppeteerOptions,
): Promise<Driver> {
  const browser = await puppeteer.launch({
    headless: true,
    userDataDir: profile,
    defaultViewport: null,
    timeout: LAUNCH_MS,
    protocolTimeout: LAUNCH_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...engine,
  });
  // The first tab of Firefox does not have the focus, so lists that open on focus would stay closed
  // in it.
  const page = await browser.newPage();
  page.setDefaultTimeout(CALL_MS);
  await page.setViewport({ ...size, deviceScaleFactor: 1 });
  if (engine.browser === 'chrome')
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colorScheme }]);
  const bounded = <T>(doing: string, work: Promise<T>) => within(CALL_MS, { doing, work });

  return {
    async goto(url) {
      await page.goto(url, { waitUntil: 'domcontentloaded', timeout: CALL_MS });
    },
    async evaluate<T>(body: string, argument?: unknown) {
      const call = `(async (argument) => { ${body} })(${JSON.stringify(argument ?? null)})`;
      return (await within(READ_MS, { doing: 'reading the page', work: page.evaluate(call) })) as T;
    },
    click: ({ x, y }) => bounded('pressing', page.mouse.click(x, y)),
    type: (text) => bounded('typing', page.keyboard.type(text)),
    press: (key) => bounded('pressing a key', page.keyboard.press(key)),
    async command(letter) {
      await bounded('holding Control', page.keyboard.down('Control'));
      await bounded('pressing a key', page.keyboard.press(letter));
      await bounded('letting Control go', page.keyboard.up('Control'));
    },
    async attach(selector, paths) {
      const input = await bounded('finding the file input', page.waitForSelector(selector));
      await bounded('attaching', (input as ElementHandle<HTMLInputElement>).uploadFile(...paths));
    },
    resize: (wanted) => bounded('resizing', page.setViewport({ ...wanted, deviceScaleFactor: 1 })),
    screenshot: async () => Buffer.from(await bounded('taking a picture', page.screenshot())),
    async close() {
      await bounded('closing the browser', browser.close()).catch(() => kill(browser));
    },
    kill: () => kill(browser),
  };
}

async function kill(browser: Browser): Promise<void> {
  const pid = browser.process()?.pid;
  if (pid !== undefined) await killTree(pid);
}
