// Cold starts without network: a new browser on the device's profile, from the navigation to a
// readable screen.

import type { Device } from '../../e2e/device.ts';
import { bench, opened } from './opened.ts';
import type { ReadyState } from './watch-page.ts';

const BUSY = "main [aria-busy='true']";

/** Without documents a sentence replaces the rows. */
export const LIST = {
  path: '/admin/manage-documents',
  full: { present: 'main [data-row]', absent: BUSY },
  empty: { present: "main a[href='/admin/create-documents']", text: 'Clique aqui', absent: BUSY },
} as const;

/** The home counts as ready when its last rows are painted. */
export const HOME = {
  path: '/admin/home',
  full: { present: "section[aria-labelledby='recebidos'] [data-row]", absent: BUSY },
  /** A town hall without documents shows what to do first instead (S241). */
  empty: { present: "section[aria-labelledby='primeiros-passos']", absent: BUSY },
} as const;

/**
 * The first rows are those of the week, on the first screen; the received ones are drawn after
 * their paint (S129).
 */
export const HOME_FIRST: ReadyState = { present: "section[aria-labelledby='semana'] li", absent: BUSY };

/**
 * Milliseconds until the screen was painted, be it behind the splash; and until it can be read,
 * because the splash has gone too.
 */
export type Start = { readonly drawn: number; readonly readable: number };

export async function startOf(device: Device, at: { path: string; awaited: ReadyState; rate: number }): Promise<Start> {
  const { page } = await opened(device, { ...at, offline: true });
  const drawn = await bench(page, (own) => own.started);
  const gone = await bench(page, (own) => own.splashGone);
  await device.close();
  return { drawn, readable: Math.max(drawn, gone) };
}
