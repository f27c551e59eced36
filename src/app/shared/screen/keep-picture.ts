import { dayAt, hourAt, type CalendarDay } from '#domain/dates.ts';
import { keepAsOf, stateNow } from '#mirror/questions/keep-as-of.ts';
import type { PictureAsked } from '#mirror/store/read-ahead.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { choosesNothing, PICTURE_FORMAT, pictureAt } from '#mirror/store/start-picture.ts';
import { replaceEqualDeep } from '@tanstack/react-router';
import { appUpdate } from '../../device/app-update.ts';
import { nextTask } from '../../device/next-task.ts';
import { sharedDevice } from '../../device/shared-device.ts';
import { greeting } from '../../text/home.ts';
import { htmlOnScreen, sheetsOf } from './html-on-screen.ts';

const QUARTER_MS = 900_000;

/** Being loaded, drawn in turns, chosen, or open above the screen. */
const IN_USE =
  "[aria-busy='true'], [data-drawing], :root[data-selecting], input:checked, [aria-modal='true'], [role='dialog'], [role='menu']";

type Taken<Answer> = PictureAsked & {
  readonly mirror: Mirror;
  readonly zone: string;
  /** The day that is drawn. */
  readonly today: CalendarDay;
  /** The answer that is drawn. */
  readonly shown: Answer;
  /** Asks the mirror for it anew. */
  readonly ask: () => PromiseLike<Answer>;
};

/**
 * Keeps a picture of the screen, if what is drawn is what the mirror answers now. A change of the mirror in between keeps the picture
 * from being stored, and asks for another by itself. False: this is no time for a picture, and later may be one.
 */
export async function keepPicture<Answer>(taken: Taken<Answer>): Promise<boolean> {
  const { mirror, name, page, nowMs, zone, today, shown, ask } = taken;
  const looks = (atMs: number) =>
    name === 'homePicture' ? `${dayAt(atMs, zone)} ${greeting(hourAt(atMs, zone), '')}` : dayAt(atMs, zone);
  if (isInUse(name) || dayAt(nowMs, zone) !== today) return false;
  const state = await stateNow(mirror);
  // Rows that came another way have their fields in another order.
  if (replaceEqualDeep(shown, await ask()) !== shown) return false;
  const html = isInUse(name) ? null : htmlOnScreen();
  if (html === null) return false;
  const { clientWidth: width } = document.documentElement;
  await nextTask();
  const sheets = sheetsOf(html);
  // In development the style sheets have no addresses.
  if (sheets.length === 0) return true;
  const times = { fromMs: nowMs, untilMs: looksTheSameUntil(nowMs, looks) };
  const value = { format: PICTURE_FORMAT, state, page, ...times, width, html, sheets };
  await keepAsOf(mirror, { state, name, value });
  return true;
}

/**
 * Whether the screen is not the plain one at its top, or is not seen, or something is being loaded, chosen, written or shown above
 * it, or the next start is not this person's (S95).
 */
function isInUse(name: string): boolean {
  const texts = [...document.querySelectorAll<HTMLInputElement>("input:not([type='checkbox'])")];
  return (
    pictureAt(location.pathname) !== name ||
    !choosesNothing(location.search) ||
    scrollY !== 0 ||
    // What is drawn after a paint is not drawn in a hidden page.
    document.visibilityState !== 'visible' ||
    document.querySelector(IN_USE) !== null ||
    texts.some(({ value }) => value !== '') ||
    appUpdate.current() !== 'none' ||
    sharedDevice.current() !== null
  );
}

/** Epoch ms of the first quarter of an hour at which it looks otherwise. */
function looksTheSameUntil(nowMs: number, looks: (atMs: number) => string): number {
  let atMs = Math.ceil((nowMs + 1) / QUARTER_MS) * QUARTER_MS;
  while (looks(atMs) === looks(nowMs)) atMs += QUARTER_MS;
  return atMs;
}
