// On every screen, at every width, in every engine: no word of a button is broken, cut off or drawn over. And a window that
// grows from a phone's width is laid out as one that was opened at that width.

import { documentOf } from '../document-of.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { eventually } from '../within.ts';
import { enginesAtHand } from './at-hand.ts';
import { MISFITS } from './button-words.ts';
import { EngineDevice } from './device.ts';
import { logIn } from './gestures.ts';
import type { Screen } from './screen.ts';

/** A screen that changes its layout is drawn in parts. */
const SETTLED_MS = 5_000;
const DESK = 1440;
const WIDTHS = [1400, 1280, 1024, 768, 390, DESK];

for (const engine of enginesAtHand())
  test(`${engine.name}: every button's words fit on every screen at every width`, async ({ server, apiOf }) => {
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
        // The editor comes after the screen.
        if (path.includes('view-document')) await screen.see({ role: 'textbox', name: 'Sua resposta' });
        if (path === '/admin/home') await expectBannerAsHighAsItsWords(screen);
        found.push(...(await misfits(screen)).map((one) => `${path.replace(/\d+$/, '…')} ${one}`));
      }
      expect(found).toEqual([]);
    } finally {
      await device.dispose();
    }
  });

/** The navigation changes with the width, and the page must not be laid out in its narrow column in between. */
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

/** What does not fit once the screen has settled at each width; ends at the width it begins with. */
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
