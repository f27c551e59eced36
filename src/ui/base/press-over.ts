/** A press that lasts longer is none: words are being marked, or something is dragged. */
const LONGEST_MS = 700;
/**
 * A touch makes its click so soon after it ended. A press that ended beside its button makes none.
 */
const CLICK_MS = 50;

type Press = { readonly over: Promise<void>; readonly end: () => void };

let press: Press | undefined;
let isWatched = false;

/**
 * The end of the press that lasts now, if one does. What is drawn meanwhile may move the button
 * from under it, and the press is lost: so what comes during a press is drawn after it, or when it
 * was too long to be one.
 */
export function pressOver(): Promise<void> | undefined {
  if (!isWatched) watch();
  return press?.over;
}

function watch(): void {
  isWatched = true;
  const end = () => press?.end();
  const on = (type: 'pointerdown' | 'pointerup' | 'pointercancel' | 'click', listener: () => void) =>
    addEventListener(type, listener, { capture: true, passive: true });
  on('pointerdown', begin);
  on('pointerup', () => press && setTimeout(press.end, CLICK_MS));
  on('pointercancel', end);
  on('click', end);
}

function begin(): void {
  press?.end();
  let resolve = () => {};
  const over = new Promise<void>((done) => {
    resolve = done;
  });
  const own: Press = {
    over,
    end() {
      if (press === own) press = undefined;
      resolve();
    },
  };
  press = own;
  setTimeout(own.end, LONGEST_MS);
}
