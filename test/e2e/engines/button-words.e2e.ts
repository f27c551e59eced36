// On every screen, at every width, in every engine: no word of a button is broken, cut off or
// covered by its icon. A window that grows from the width of a phone has the same layout as one
// opened at the new width.

import { documentOf } from '../document-of.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { eventually } from '../within.ts';
import { enginesAtHand } from './at-hand.ts';
import { MISFITS } from './button-words.ts';
import { EngineDevice } from './device.ts';
import { logIn } from './gestures.ts';
import type { Screen } from './screen.ts';

/** How long a screen may take to settle after a change of width, in ms: it is drawn in parts. */
const SETTLED_MS = 5_000;
const DESK = 1440;
const WIDTHS = [1400, 1280, 1024, 768, 390, DESK];

for (const engine of enginesAtHand())
  test(
    `${engine.name}: every button's words fit on every screen at every width`,
    { tag: engine.name === 'Chromium' ? [] : '@long' },
    async ({ server, apiOf }) => {
      const author = await apiOf(PEOPLE.field);
      const { id } = await documentOf(author, { title: 'Larguras', responsible: await apiOf(PEOPLE.manager) });
      const device = await EngineDevice.make({ engine, origin: server.url, size: { width: DESK, height: 900 } });
      try {
        const screen = await device.open('/login');
        const found = await misfits(screen);
        await logIn(screen, { email: PEOPLE.manager });
        for (const path of [
          '/admin/home',
          '/admin/manage-documents',
          `/admin/view-document/${id}`,
          '/admin/create-documents',
          '/admin/outbox',
        ]) {
          await screen.goto(path);
          await screen.see({ css: 'main h1' });
          // The editor is loaded after the rest of the screen.
          if (path.includes('view-document')) await screen.see({ role: 'textbox', name: 'Sua resposta' });
          if (path === '/admin/home') await expectBannerAsHighAsItsWords(screen);
          found.push(...(await misfits(screen)).map((one) => `${path.replace(/\d+$/, '…')} ${one}`));
        }
        expect(found).toEqual([]);
      } finally {
        await device.dispose();
      }
    },
  );

/**
 * The navigation changes with the width. In between, the page must not be laid out in the narrow
 * column of the navigation.
 */
async function expectBannerAsHighAsItsWords(screen: Screen): Promise<void> {
  const banner = '[aria-label="Aviso de prazo"]';
  await screen.see({ css: banner });
  for (const width of [390, 600, 390, 900]) await screen.driver.resize({ width, height: 900 });
  const height = await eventually(SETTLED_MS, {
    doing: 'the window has grown',
    ask: () =>
      screen.driver.evaluate<number | null>(
        `await document.fonts.ready; return innerWidth === 900 ? document.querySelector('${banner}').offsetHeight : null`,
      ),
  });
  expect(height).toBeLessThan(200);
}

/**
 * Resizes the window to each width and lists the words that do not fit after the screen has
 * settled. Ends at the first width.
 */
async function misfits(screen: Screen): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await screen.driver.resize({ width, height: 900 });
    let last = [`${width} px was not reached`];
    const settled = eventually(SETTLED_MS, {
      doing: `every word fits at ${width} px`,
      async ask() {
        if ((await screen.driver.evaluate<number>('await document.fonts.ready; return innerWidth')) !== width)
          return null;
        last = await screen.driver.evaluate<string[]>(MISFITS);
        return last.length === 0 ? true : null;
      },
    });
    await settled.catch(() => found.push(...last));
  }
  return found;
}
