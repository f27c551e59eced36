import type { Locator, Page } from '@playwright/test';

const MOST_STOPS = 120;

/** Presses Tab until `wanted` has the focus, as a person does. Throws after MOST_STOPS presses. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(wanted)} was not reached with ${MOST_STOPS} tabs`);
}
