import { dayAt, hourAt } from '#domain/dates.ts';
import { keepAsOf, stateNow } from '#mirror/questions/keep-as-of.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { PICTURE_FORMAT, pictureAt, type PictureName } from '#mirror/store/start-picture.ts';
import { nextTask } from '../../device/next-task.ts';
import { sharedDevice } from '../../device/shared-device.ts';
import { greeting } from '../../text/home.ts';
import { htmlOnScreen, sheetsOf } from './html-on-screen.ts';

const QUARTER_MS = 900_000;

type Taken<Answer> = {
  readonly mirror: Mirror;
  readonly name: PictureName;
  readonly zone: string;
  readonly nowMs: number;
  /** The answer that is drawn. */
  readonly shown: Answer;
  /** Asks the mirror for it anew. */
  readonly ask: () => PromiseLike<Answer>;
};

/**
 * Keeps a picture of the screen, if what is drawn is what the mirror answers now. A change of the mirror in between keeps the picture
 * from being stored.
 */
export async function keepPicture<Answer>({ mirror, name, zone, nowMs, shown, ask }: Taken<Answer>): Promise<void> {
  const state = await stateNow(mirror);
  if (JSON.stringify(await ask()) !== JSON.stringify(shown) || isInUse(name)) return;
  const html = htmlOnScreen();
  const [windowWidth, width] = [innerWidth, document.documentElement.clientWidth];
  await nextTask();
  const sheets = sheetsOf(html);
  // In development the style sheets have no addresses.
  if (sheets.length === 0) return;
  const untilMs = looksTheSameUntil(nowMs, zone);
  const value = { format: PICTURE_FORMAT, state, fromMs: nowMs, untilMs, windowWidth, width, html, sheets };
  await keepAsOf(mirror, { state, name, value });
}

/**
 * Whether this is no time for a picture: the screen is not the plain one at its top, something is being loaded, chosen, written or
 * shown above it, or the next start is not this person's (S95).
 */
export function isInUse(name: PictureName): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  return (
    pictureAt(location) !== name ||
    scrollY !== 0 ||
    document.querySelector("[aria-busy='true'], [aria-modal='true'], [role='dialog'], [role='menu']") !== null ||
    fields.some((field) => (field.type === 'checkbox' ? 'checked' in field && field.checked : field.value !== '')) ||
    sharedDevice.current() !== null
  );
}

/** Epoch ms of the first quarter of an hour at which there is another day or another greeting. */
function looksTheSameUntil(nowMs: number, zone: string): number {
  const looks = (atMs: number) => `${dayAt(atMs, zone)} ${greeting(hourAt(atMs, zone), '')}`;
  let atMs = Math.ceil((nowMs + 1) / QUARTER_MS) * QUARTER_MS;
  while (looks(atMs) === looks(nowMs)) atMs += QUARTER_MS;
  return atMs;
}
