// Looks at the loaded page in every size, theme and high contrast, by resizing and re-theming it:
// axe finds nothing serious, nothing scrolls sideways, and a picture of each theme is written to
// node_modules/.cache/screens for a person to look at.

import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { EVERY_LAYOUT, LAYOUTS, layoutsOfOverlay } from './overlays.ts';

/** The narrowest is the first, because a screen is loaded in that size. */
export const SIZES = [LAYOUTS.phone, LAYOUTS.tablet, LAYOUTS.desk] as const;
const NORMAL = { contrast: 'no-preference', forcedColors: 'none' } as const;
/**
 * Both themes, and high contrast as systems ask for it: more contrast in either theme, and a
 * palette of the system in place of all colours.
 */
const APPEARANCES = [
  { name: 'light', media: { colorScheme: 'light', ...NORMAL } },
  { name: 'dark', media: { colorScheme: 'dark', ...NORMAL } },
  { name: 'contrast-light', media: { colorScheme: 'light', contrast: 'more', forcedColors: 'none' } },
  { name: 'contrast-dark', media: { colorScheme: 'dark', contrast: 'more', forcedColors: 'none' } },
  { name: 'forced-colors', media: { colorScheme: 'dark', contrast: 'more', forcedColors: 'active' } },
] as const;
const PICTURES = fileURLToPath(new URL('../../node_modules/.cache/screens/', import.meta.url));

/**
 * `name`: of a screen, or of a row of the table in overlays.ts, which says in which layouts it is
 * seen. `seen` must end inside the viewport. `opening`: opens an overlay that closes with its
 * layout; it is called in each size. Another overlay stays open while the window changes its size,
 * because opening it anew takes longer.
 */
type Look = { readonly name: string; readonly seen: Locator; readonly opening?: () => Promise<void> };

/**
 * Looks at the loaded page in every size, when `seen` is visible and the page reads nothing more:
 * in every appearance with MALOTE_LONG=1, else in one for each size. That one depends on the size
 * and the name, so that each layout is seen in every appearance over all screens. With
 * MALOTE_LOOKS=none it does not look: `npm test` checks behaviour, not appearance (S63).
 * MALOTE_PICTURES=none writes no pictures.
 */
export async function lookAt(page: Page, { name, seen, opening }: Look): Promise<void> {
  if (process.env['MALOTE_LOOKS'] === 'none') return;
  mkdirSync(PICTURES, { recursive: true });
  await withoutTransitions(page);
  const isOverlay = layoutsOfOverlay(name) !== undefined;
  const layouts = layoutsOfOverlay(name) ?? EVERY_LAYOUT;
  for (const [place, layout] of EVERY_LAYOUT.filter((one) => layouts.includes(one)).entries()) {
    const { width } = LAYOUTS[layout];
    await page.setViewportSize(LAYOUTS[layout]);
    await opening?.();
    for (const [at, appearance] of appearancesOf(name.length + place).entries()) {
      await page.emulateMedia({ ...appearance.media, reducedMotion: 'reduce' });
      const look = `${name}-${width}-${appearance.name}`;
      await lookOnce(page, { look, seen });
      if (process.env['MALOTE_PICTURES'] !== 'none') await page.screenshot({ path: `${PICTURES}${look}.png` });
      // An appearance changes colours only, so the other rules find the same in each.
      const rules = at === 0 ? 'all' : 'colours';
      expect.soft(await graveFaults(page, { isOverlay, rules }), look).toEqual([]);
    }
  }
}

function appearancesOf(turn: number): readonly (typeof APPEARANCES)[number][] {
  if (process.env['MALOTE_LONG'] === '1') return APPEARANCES;
  return APPEARANCES.filter((_one, at) => at === turn % APPEARANCES.length);
}

/** For `opening`: a press on the button of an overlay, after that of the size before is closed. */
export function pressing(button: Locator, overlay: Locator): () => Promise<void> {
  return async () => {
    await button.page().keyboard.press('Escape');
    await expect(overlay).toHaveCount(0);
    await button.click();
  };
}

/** What can be seen without axe: it is there, nothing is being read, and it fits. */
async function lookOnce(page: Page, { look, seen }: { look: string; seen: Locator }): Promise<void> {
  await expect(seen).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await settled(page);
  const { right, outside } = await seen.evaluate(endsOf);
  expect.soft(right, `${look} is cut off`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  expect.soft(outside, `${look} scrolls sideways`).toEqual([]);
}

const FILL = "nodeStyle.getPropertyValue('-webkit-text-fill-color')";

/**
 * Axe, which reads the colour of letters from their fill. With a palette of the system Chromium
 * reports the fill without the palette, although it draws with it, so the palette's colour is read
 * there.
 */
const AXE = (() => {
  const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string };
  if (!source.includes(FILL)) throw new Error('Axe reads the colour of letters in another way');
  return source.replace(FILL, `(!matchMedia('(forced-colors: active)').matches && ${FILL})`);
})();

/**
 * Replaces the source of axe on a page that has it already, so that half a megabyte is parsed once
 * per page.
 */
const ALREADY_THERE = 'void 0';

/** Rules whose result depends on colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/**
 * Rows that look like the five above them. Colours are read element by element, which takes seconds
 * in a long list.
 */
const ALIKE = ['tbody tr:nth-child(n + 6)', 'li:nth-child(n + 6)'];

/** While one is open, nothing else can be reached. */
const OVERLAY = ['dialog', 'alertdialog', 'menu', 'listbox', 'tooltip'].map((role) => `[role="${role}"]`).join();

type Depth = { readonly isOverlay: boolean; readonly rules: 'all' | 'colours' };

/**
 * Violations that axe rates serious or critical. Legacy mode is enough for one frame; the other
 * mode opens a page per report.
 */
async function graveFaults(page: Page, at: Depth): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, axeSource: isThere ? ALREADY_THERE : AXE }).setLegacyMode().options({
    resultTypes: ['violations'],
    // Only rules about sound and turned screens read what would be loaded for them, and they are
    // not grave.
    preload: false,
    ...(at.rules === 'colours' ? { runOnly: { type: 'rule', values: OF_COLOURS } } : {}),
  });
  if (at.isOverlay) axe.include(OVERLAY);
  if (at.rules === 'colours') for (const row of ALIKE) axe.exclude(row);
  const { violations } = await axe.analyze();
  return violations
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`);
}

/**
 * Colours change at once on this page. With a transition, axe could read a colour halfway between
 * disabled and enabled. The content policy does not stop a style sheet of the document itself.
 */
async function withoutTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition-duration: 0s !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/**
 * Resolves when a change of size or theme is drawn: after two frames, the fonts, and the animations
 * that end. Each is awaited by itself, so that the error of a page that hangs says for what.
 */
async function settled(page: Page): Promise<void> {
  for (let frames = 0; frames < 2; frames++)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

/**
 * Runs in the page. `right`: where the element ends. `outside`: if the page scrolls sideways, the
 * innermost elements that end beyond its edge; otherwise nothing.
 */
function endsOf(seen: Element): { right: number; outside: string[] } {
  const { right } = seen.getBoundingClientRect();
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return { right, outside: [] };
  const out = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right + window.scrollX > clientWidth + 0.5,
  );
  const innermost = out.filter((element) => !out.some((other) => other !== element && element.contains(other)));
  const beyond = scrollWidth - clientWidth;
  return { right, outside: innermost.map((one) => `${one.outerHTML.slice(0, 120)} ends ${beyond} px beyond`) };
}
