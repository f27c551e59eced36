import type { Keyboard, Locator, Page } from '@playwright/test';

const MOST_STOPS = 120;

/** What presses keys: a page, or what counts the presses on one. */
type Keys = { readonly keyboard: Pick<Keyboard, 'press'> };

/** Presses Tab until `wanted` has the focus, as a person does. Throws after MOST_STOPS presses. */
export async function tabTo({ keyboard }: Keys, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await keyboard.press('Tab');
  }
  throw new Error(`${String(wanted)} was not reached with ${MOST_STOPS} tabs`);
}

/** The keys of a page, which counts how many were pressed; what is typed as text is not counted. */
export function countedKeys(page: Page): Keys & { readonly pressed: () => number } {
  let pressed = 0;
  return {
    keyboard: {
      async press(key, options) {
        pressed += 1;
        await page.keyboard.press(key, options);
      },
    },
    pressed: () => pressed,
  };
}
