// Looks at the loaded page in every size and theme, by resizing and re-theming it: axe finds nothing serious, nothing
// scrolls sideways, and a picture of each is written to node_modules/.cache/screens for a person to look at.

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/** The narrowest is the first, because a screen is loaded in that size. */
export const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
const THEMES = ['light', 'dark'] as const;
const PICTURES = fileURLToPath(new URL('../../node_modules/.cache/screens/', import.meta.url));

/**
 * Looks at the loaded page in every size and theme, when `seen` is visible and nothing is being read any more. `seen`
 * must end inside the viewport.
 */
export async function lookAt(page: Page, { name, seen }: { name: string; seen: Locator }): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  for (const { width, height } of SIZES)
    for (const colorScheme of THEMES) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(seen).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await settled(page);
      const look = `${name}-${width}-${colorScheme}`;
      const box = await seen.boundingBox();
      expect.soft(box === null ? width + 1 : box.x + box.width, `${look} is cut off`).toBeLessThanOrEqual(width);
      await page.screenshot({ path: `${PICTURES}${look}.png` });
      expect.soft(await graveFaults(page), look).toEqual([]);
      expect.soft(await sticksOut(page), `${look} scrolls sideways`).toEqual([]);
    }
}

/** Replaces the source of axe on a page that has it already, so that half a megabyte is parsed once per page. */
const ALREADY_THERE = 'void 0';

/**
 * Violations that axe rates serious or critical. Legacy mode is enough for one frame; the other mode opens a page per
 * report.
 */
async function graveFaults(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ALREADY_THERE } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`);
}

/** Resolves when a change of size or theme is drawn: after two frames, the fonts, and the transitions that end. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame();
    await frame();
    await document.fonts.ready;
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

/** If the page scrolls sideways: the innermost elements that end beyond its edge. Otherwise an empty list. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right + window.scrollX > clientWidth + 0.5,
    );
    const innermost = out.filter((element) => !out.some((other) => other !== element && element.contains(other)));
    return innermost.map((element) => `${element.outerHTML.slice(0, 120)} ends ${scrollWidth - clientWidth} px beyond`);
  });
}
