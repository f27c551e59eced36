import { startTransition, useEffect, useState, useEffectEvent } from 'react';

/** Runs `work` after the next paint, unless the returned function is called before. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The frame's callback runs before its paint, so a timer that is set in it fires after the paint.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * How many further parts of a screen are drawn: none at first, and once `isBegun` one more after
 * each paint, so that the first part is on the screen before the others (S129). Each addition is a
 * transition, so none is a long task (S144).
 */
export function useInTurns(isBegun: boolean, parts: number): number {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (!isBegun || drawn === parts) return undefined;
    return afterPaint(() => startTransition(() => setDrawn(drawn + 1)));
  }, [isBegun, drawn, parts]);
  return drawn;
}

type PendingValue<Value> = { readonly next: Value; readonly from: Value; readonly isTold: boolean };

/**
 * Shows a choice at once and calls the change handler after the paint, because its consequences,
 * such as another screen, may take a slow phone some frames to draw (S109). Returns the value to
 * show, and the function that chooses. `value` is the present choice; when it changes by identity,
 * it replaces the shown one.
 */
export function useShownFirst<Value>(
  value: Value,
  onChange: (value: Value) => void,
): readonly [Value, (next: Value) => void] {
  const [chosen, setChosen] = useState<PendingValue<Value> | null>(null);
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (chosen === null || chosen.isTold) return undefined;
    return afterPaint(() => {
      setChosen({ ...chosen, isTold: true });
      tell(chosen.next);
    });
  }, [chosen]);
  const isStill = chosen !== null && Object.is(chosen.from, value);
  if (chosen?.isTold && !isStill) setChosen(null);
  return [isStill ? chosen.next : value, (next) => setChosen({ next, from: value, isTold: false })];
}

/**
 * A press that lasts longer is not waited for: the person is selecting words or dragging something.
 */
const LONGEST_MS = 700;
/**
 * A touch makes its click within this time after it has ended. A press that ends beside its button
 * makes no click.
 */
const CLICK_MS = 50;

type Press = { readonly over: Promise<void>; readonly end: () => void };

let press: Press | undefined;
let isWatched = false;

/**
 * Resolves at the end of the present press; undefined when no press lasts. What is drawn during a
 * press may move the button away from under it, and the press is lost. So callers draw after it.
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
