// A finger on the screen of a phone: the browser gets touch events, as from a real screen, and no
// mouse.

import { expect, type Locator, type Page } from '@playwright/test';

const PHONE = { width: 390, height: 844 };

type Point = { readonly x: number; readonly y: number };

/**
 * Taps a point, or an element once it is enabled, still, and covered by nothing. The element is met
 * beside its exact middle, because React Aria reads a touch of that one point as the press of a
 * screen reader.
 */
export type Tap = (target: Locator | Point) => Promise<void>;

/**
 * Turns the page into the screen of a phone and returns the finger. Touch events go through the
 * protocol of the browser, because Playwright taps only in a context that was made with touch, and
 * a device of these tests is made without.
 */
export async function fingerOn(page: Page): Promise<Tap> {
  await page.setViewportSize(PHONE);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  return async (target) => {
    const point = 'x' in target ? target : await middleOf(target);
    // Both are sent at once: a busy page answers the first late, and a finger that stays half a
    // second is no tap.
    await Promise.all([
      session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
      session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    ]);
  };
}

/**
 * Where a finger meets the element, near its middle. The page is scrolled only while the element is
 * out of sight or something stays over it: Playwright's own check scrolls at each try, and a list
 * that floats over the page closes when the page scrolls. For an option of such a list only the
 * list is scrolled: the list is placed a moment after it is drawn, and until then its options are
 * out of sight.
 */
async function middleOf(target: Locator): Promise<Point> {
  await expect(target).toBeEnabled();
  return target.evaluate(async (element) => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    const middle = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width * 0.45, y: y + height / 2 };
    };
    const isMet = ({ x, y }: { x: number; y: number }) => {
      const met = document.elementFromPoint(x, y);
      return met !== null && (element.contains(met) || met.closest('label')?.contains(element) === true);
    };
    const bringIntoSight = () => {
      const list = element.closest('[role="listbox"], [role="menu"]');
      if (list === null) return element.scrollIntoView({ block: 'center' });
      const { y, height } = list.getBoundingClientRect();
      list.scrollBy(0, middle().y - (y + height / 2));
    };
    let before = middle();
    if (before.y < 0 || before.y > innerHeight) bringIntoSight();
    for (let frames = 1; frames < 600; frames += 1) {
      await frame();
      const now = middle();
      if (now.x === before.x && now.y === before.y && isMet(now)) return now;
      before = now;
      if (frames % 60 === 0) bringIntoSight();
    }
    throw new Error('something stays over the element');
  });
}
