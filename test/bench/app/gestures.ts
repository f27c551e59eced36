// Gestures on a phone with a processor four times slower, and when the screen answers: the next
// paint as the browser measures it, and the paint of the result.

import type { Page } from '@playwright/test';
import { PATHS } from '#contract/paths.ts';
import { Device } from '../../e2e/device.ts';
import { percentile } from '../figures.ts';
import { bench, opened } from './opened.ts';
import { LIST } from './starts.ts';
import type { AppTown } from './town.ts';
import type { ReadyState } from './watch-page.ts';

/**
 * Milliseconds; `next` counts from the event, `shown` from the moment when the finger was lifted.
 */
export type PressTiming = { readonly next: number; readonly shown: number };

/** Browsers report no interaction that was painted in less than this time. */
const SHORTEST_MS = 16;
const REPORTED_MS = 1_000;
const WORDS = 'O despacho segue para exame da equipe ainda hoje. ';

/** Runs the gesture and waits until `shows` is painted. */
export async function press(
  page: Page,
  { doing, shows }: { doing: () => Promise<void>; shows: ReadyState },
): Promise<PressTiming> {
  await bench(
    page,
    (own, awaited) => {
      own.forgetInteractions();
      own.expect(awaited);
    },
    shows,
  );
  await doing();
  const shown = await bench(page, async (own) => (await own.expected()) - own.pressedAt());
  return { next: Math.max(SHORTEST_MS, ...(await reported(page, 1))), shown };
}

/** Milliseconds from the last gesture until this is painted. */
async function shownAfter(page: Page, awaited: ReadyState): Promise<number> {
  return bench(
    page,
    async (own, shown) => {
      own.expect(shown);
      return (await own.expected()) - own.pressedAt();
    },
    awaited,
  );
}

/** Types a sentence key by key and returns the milliseconds of each key. */
export async function typed(page: Page): Promise<number[]> {
  await bench(page, (own) => own.forgetInteractions());
  for (const key of WORDS) await page.keyboard.press(key === ' ' ? 'Space' : key);
  const found = await reported(page, WORDS.length);
  return Array.from({ length: WORDS.length }, (_none, at) => found[at] ?? SHORTEST_MS);
}

/**
 * Erases the typed text, so that the next round begins with an empty form. The page saves it when
 * it is left, at the latest.
 */
async function erase(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
}

/** The 90th percentile of the keys. */
export const nextPaintOf = (keys: readonly number[]) => percentile(keys, 0.9);

/** The browser reports an interaction after its paint, and none that took less than 16 ms. */
async function reported(page: Page, count: number): Promise<number[]> {
  await page
    .waitForFunction(`globalThis.bench.interactions().length >= ${count}`, null, { timeout: REPORTED_MS })
    .catch(() => null);
  return bench(page, (own) => own.interactions());
}

/**
 * So often the same press is done again: a median of single presses hides the one that takes ten
 * times as long.
 */
const AGAIN = 10;

/**
 * Milliseconds of the same choice of deadlines. Each begins at the whole list with `newest` first:
 * a list whose choice is taken back keeps the order by deadline and shows the same rows. `before`
 * is done before each press.
 */
async function againAndAgain(
  page: Page,
  { newest, before = async () => null }: { newest: string; before?: () => Promise<unknown> },
): Promise<number[]> {
  const overdue = page.getByRole('button', { name: 'Atrasados' });
  const shown: number[] = [];
  for (let time = 0; time < AGAIN; time += 1) {
    await page.locator(`a[href='${LIST.path}']`).first().click();
    await page.locator(`main [data-row='${newest}']`).waitFor();
    await before();
    const pressed = await press(page, { doing: () => overdue.click(), shows: withoutRow(newest) });
    shown.push(pressed.shown);
  }
  return shown;
}

/** The newest document is not overdue, so it disappears when the overdue ones are listed. */
const withoutRow = (key: string): ReadyState => ({
  present: 'main [data-row]',
  absent: `main [data-row='${key}']`,
});

const firstRowOf = async (page: Page): Promise<string> =>
  (await page.locator('main [data-row]').first().getAttribute('data-row')) ?? '';

/**
 * The gestures on a new device, while details come to it: each pull brings some, and a page that is
 * online again pulls.
 */
export async function pressedWhileFetching(town: AppTown, rate: number): Promise<number[]> {
  const device = await Device.make(town.server);
  try {
    const { page } = await opened(device, { path: '/login', rate, awaited: LIST.full, offline: false });
    await device.enter(town.person.email);
    await bench(page, (own, userId) => own.everything(userId), town.person.userId);
    await device.goto(LIST.path);
    const newest = await firstRowOf(page);
    const asked = () => device.network.passages.filter(({ url }) => url.startsWith(PATHS.syncDocuments)).length;
    const askedBefore = asked();
    const before = () => page.evaluate(() => dispatchEvent(new Event('online')));
    const shown = await againAndAgain(page, { newest, before });
    if (asked() === askedBefore) throw new Error('no details came meanwhile');
    return shown;
  } finally {
    await device.dispose();
  }
}

/** Buttons and fields in the order of a round. */
export const PRESSES = {
  deadline: 'list: a deadline chosen',
  document: 'list: a document opened',
  tab: 'document: another tab',
  reply: 'document: the reply opened',
  search: 'search: a word put in at once',
  texts: 'search: the same, all texts searched',
} as const;
export const TYPINGS = {
  replyKey: 'document: a key in the reply',
  editorKey: 'new document: a key in the editor',
  searchKey: 'search: a key',
} as const;

/** Typing: the 90th percentile of milliseconds to the next paint. */
export type Gestures = Readonly<Record<keyof typeof PRESSES, PressTiming>> &
  Readonly<Record<keyof typeof TYPINGS, number>> & {
    /** Milliseconds until the list of the chosen deadlines was shown, again and again. */
    readonly again: readonly number[];
  };

/** A round of gestures without network, on a device with a complete mirror. */
export async function gesturesOn(device: Device, rate: number): Promise<Gestures> {
  const { page } = await opened(device, { path: LIST.path, rate, awaited: LIST.full, offline: true });
  await bench(page, (own) => own.started);
  await bench(page, (own) => own.splashGone);
  const newest = await firstRowOf(page);
  const overdue = page.getByRole('button', { name: 'Atrasados' });
  const deadline = await press(page, { doing: () => overdue.click(), shows: withoutRow(newest) });
  const again = await againAndAgain(page, { newest });
  // An overdue document is open, so it accepts a reply.
  const row = page.locator('main [data-row] a').first();
  const document = await press(page, {
    doing: () => row.click(),
    shows: { present: 'main article', absent: 'main [data-row]' },
  });
  const tab = await press(page, {
    doing: () => page.getByRole('tab', { name: 'Informações' }).click(),
    shows: { present: "[role='tab'][aria-selected='true']", text: 'Informações', absent: 'none' },
  });
  await page.getByRole('tab').first().click();
  const reply = await press(page, {
    doing: () => page.getByRole('button', { name: 'Escreva sua resposta' }).click(),
    shows: { present: 'main [data-writing] textarea', absent: 'none' },
  });
  const replyKey = nextPaintOf(await typed(page));
  await erase(page);
  await device.goto('/admin/create-documents');
  const text = page.getByRole('textbox', { name: 'Texto', exact: true });
  const resume = page.getByRole('button', { name: 'Continuar rascunho' });
  await text.or(resume).first().waitFor();
  // The form of the round before, which is empty.
  if (await resume.isVisible()) await resume.click();
  await text.click();
  const editorKey = nextPaintOf(await typed(page));
  await erase(page);
  await device.goto('/admin/results');
  const field = page.getByRole('searchbox').first();
  await field.click();
  const search = await press(page, {
    doing: () => page.keyboard.insertText('manutenção'),
    shows: { present: 'main mark', absent: 'none' },
  });
  const texts = {
    ...search,
    shown: await shownAfter(page, { present: 'main mark', absent: "main [aria-busy='true']" }),
  };
  await field.fill('');
  const searchKey = nextPaintOf(await typed(page));
  await device.close();
  return { again, deadline, document, tab, reply, search, texts, replyKey, searchKey, editorKey };
}
