// A finger on the screen of a phone: the browser gets touch events, as from a real screen, and no mouse.

import { expect, type Locator, type Page } from '@playwright/test';

const PHONE = { width: 390, height: 844 };

type Point = { readonly x: number; readonly y: number };

/** Taps a point, or the middle of an element once it is enabled, still, and covered by nothing. */
export type Tap = (target: Locator | Point) => Promise<void>;

/**
 * Turns the page into the screen of a phone and returns the finger. Touch events go through the protocol of the browser,
 * because Playwright taps only in a context that was made with touch, and a device of these tests is made without.
 */
export async function fingerOn(page: Page): Promise<Tap> {
  await page.setViewportSize(PHONE);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  return async (target) => {
    const point = 'x' in target ? target : await middleOf(target);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
}

/**
 * Where a finger meets the element. The page is scrolled only while the element is out of sight or something stays over it:
 * Playwright's own check scrolls at each try, and a list that floats over the page closes when the page scrolls.
 */
async function middleOf(target: Locator): Promise<Point> {
  await expect(target).toBeEnabled();
  return target.evaluate(async (element) => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    const middle = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const isMet = ({ x, y }: { x: number; y: number }) => {
      const met = document.elementFromPoint(x, y);
      return met !== null && (element.contains(met) || met.closest('label')?.contains(element) === true);
    };
    let before = middle();
    if (before.y < 0 || before.y > innerHeight) element.scrollIntoView({ block: 'center' });
    for (let frames = 1; frames < 600; frames += 1) {
      await frame();
      const now = middle();
      if (now.x === before.x && now.y === before.y && isMet(now)) return now;
      before = now;
      if (frames % 60 === 0) element.scrollIntoView({ block: 'center' });
    }
    throw new Error('something stays over the element');
  });
}
