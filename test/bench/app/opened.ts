// A page with the observers of watch-page.ts, as a cheap phone shows it: small, and with a slower
// processor.

import type { CDPSession, Page } from '@playwright/test';
import type { Device } from '../../e2e/device.ts';
import { bundled } from '../page-module.ts';
import type { ReadyState, BenchPage } from './watch-page.ts';

export type DevicePage = { readonly page: Page; readonly devtools: CDPSession };

export const PHONE = { width: 390, height: 844 };
const ANY: ReadyState = { present: 'body', absent: 'none' };

/** A busy machine with a slowed processor needs more time than the default limit. */
const PATIENCE_MS = 120_000;

let eyes: Promise<string> | null = null;

/**
 * Gives the page a phone's size, a processor `rate` times slower, and observers that wait for
 * `awaited` from its next start on.
 */
export async function watch(
  page: Page,
  { rate, awaited = ANY }: { rate: number; awaited?: ReadyState },
): Promise<DevicePage> {
  eyes ??= bundled('app/watch-page');
  await page.setViewportSize(PHONE);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  await page.addInitScript({
    content: `globalThis.awaited = ${JSON.stringify(awaited)};\n(() => {\n${await eyes}\n})();`,
  });
  return { page, devtools };
}

/** Opens the browser of a device on its profile, at an address of the application. */
export async function opened(
  device: Device,
  at: { path: string; rate: number; awaited?: ReadyState; offline: boolean },
): Promise<DevicePage> {
  let watched: DevicePage | null = null;
  if (!at.offline) await device.network.setDown(false);
  await device.open(at.path, {
    offline: at.offline,
    prepare: async (page) => {
      page.setDefaultTimeout(PATIENCE_MS);
      watched = await watch(page, at);
    },
  });
  if (watched === null) throw new Error('the page was not prepared');
  return watched;
}

/** Asks the observers of a page. `question` runs in the page and can use only its arguments. */
export async function bench<Answer, Argument = null>(
  page: Page,
  question: (own: BenchPage, argument: Argument) => Answer | Promise<Answer>,
  argument?: Argument,
): Promise<Answer> {
  const asked = `(${question.toString()})(globalThis.bench, ${JSON.stringify(argument ?? null)})`;
  return page.evaluate<Answer>(asked);
}
