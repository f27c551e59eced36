// The floors of the browser itself: a page of a few words, a button that shows one more, and an
// empty field.

import { chromium } from '@playwright/test';
import { browserAtHand, NO_BROWSER } from '../../e2e/find-browser.mjs';
import { nextPaintOf, type PressTiming, press, typed } from './gestures.ts';
import { bench, watch } from './opened.ts';

const PAGE = `data:text/html,<!doctype html><meta name="viewport" content="width=device-width"><p id="there">Aqui</p>
<button onclick="this.after(Object.assign(document.createElement('p'),{id:'shown',textContent:'Abriu'}))">Abrir</button>
<textarea></textarea>`;

export type Blank = { readonly start: number; readonly press: PressTiming; readonly key: number };

export async function measureBlank(rate: number): Promise<Blank> {
  const executablePath = await browserAtHand();
  if (executablePath === null) throw new Error(NO_BROWSER);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await watch(page, { rate, awaited: { present: '#there', absent: 'none' } });
    await page.goto(PAGE);
    const start = await bench(page, (own) => own.started);
    const pressed = await press(page, {
      doing: () => page.getByRole('button').click(),
      shows: { present: '#shown', absent: 'none' },
    });
    await page.getByRole('textbox').click();
    return { start, press: pressed, key: nextPaintOf(await typed(page)) };
  } finally {
    await browser.close();
  }
}
