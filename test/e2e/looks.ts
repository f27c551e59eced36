// Every size and theme of what stands on the screen, by resizing and re-theming the loaded page: nothing serious for axe, no
// sideways scrolling, and a picture of each in node_modules/.cache/screens for the eye.

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/** The narrowest first: it is the size in which a screen is loaded. */
export const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
const THEMES = ['light', 'dark'] as const;
const PICTURES = fileURLToPath(new URL('../../node_modules/.cache/screens/', import.meta.url));

/**
 * Looks at the loaded page in every size and theme. `seen` must be visible and nothing still being read;
 * it must end inside the viewport.
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

/** Given instead of axe's own source to a page that has it: half a megabyte is parsed once per page. */
const ALREADY_THERE = 'void 0';

/** What axe finds serious or critical. In one frame its own run is enough; the other mode opens a page for each report. */
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

/** Resolves when what follows a change of size or theme has been drawn: two frames, fonts, and transitions that end. */
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

/** What makes the page scroll sideways: the innermost elements that end beyond its edge; none when it does not scroll. */
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
