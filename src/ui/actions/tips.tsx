// Decides which element's tooltip is shown. An element names its text in `data-tip`, and one set of
// listeners serves all elements, so that a button costs nothing for its tooltip. React Aria's own
// trigger opens nothing at a touch, but an explanation (`Hint`) must open at one.

import { useLayoutEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '../base/lazy-part.tsx';
import { useWatched, watchedValue } from '../base/watched-value.ts';
import styles from './tip.module.css';

/** How long the pointer rests before a tooltip appears, when none has just been open. */
const RESTS_MS = 600;
const EXPLAINED_MS = 400;
/**
 * How long a tooltip stays when the pointer leaves its element, so that the pointer can move onto
 * it.
 */
const LEAVES_MS = 80;
/** For this long after a tooltip has closed, the next one appears at once. */
const WARM_MS = 500;

const shown = watchedValue<HTMLElement | null>(null);
let rested: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let warmUntilMs = 0;
/**
 * Whether the last input was a key. An element that then moves under a resting pointer opens
 * nothing.
 */
let isByKey = false;
/** Whether the last press came from a finger. Only some browsers say so in the click itself. */
let isByTouch = false;

function show(element: HTMLElement): void {
  clearTimeout(timer);
  shown.set(element);
}

function hide(): void {
  clearTimeout(timer);
  rested = null;
  if (shown.current() === null) return;
  warmUntilMs = Date.now() + WARM_MS;
  shown.set(null);
}

/** Keeps the tooltip open, because the pointer is on it. */
function stay(): void {
  clearTimeout(timer);
}

/** Closes the tooltip unless the pointer comes back. */
function leave(): void {
  clearTimeout(timer);
  rested = null;
  timer = setTimeout(hide, LEAVES_MS);
}

/** Handles a press on a `Hint`: it opens the explanation; a second touch closes it. */
function pressTip(element: HTMLElement): void {
  if (isByTouch && !isByKey && shown.current() === element) hide();
  else show(element);
}

function tipOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
}

const explains = (element: HTMLElement | null) => element?.dataset['tipKind'] === 'explanation';

function onOver(event: PointerEvent): void {
  if (event.pointerType === 'touch') return;
  const element = tipOf(event.target);
  if (element === rested) return;
  if (element === null) {
    leave();
    return;
  }
  if (isByKey) return;
  rested = element;
  clearTimeout(timer);
  if (shown.current() === element) return;
  if (shown.current() !== null || Date.now() < warmUntilMs) show(element);
  else timer = setTimeout(() => show(element), explains(element) ? EXPLAINED_MS : RESTS_MS);
}

function onOut(event: PointerEvent): void {
  if (event.relatedTarget === null && event.pointerType !== 'touch') leave();
}

function onMove(): void {
  isByKey = false;
}

/**
 * A press closes the shown tooltip, also on the element that it belongs to. An explanation stays:
 * `pressTip` decides.
 */
function onDown({ target, pointerType }: PointerEvent): void {
  isByKey = false;
  isByTouch = pointerType === 'touch';
  const element = tipOf(target);
  if (element === null || element !== shown.current() || !explains(element)) hide();
  // A pointer that rests on the element must leave it before the tooltip opens again.
  rested = element;
}

function onKey(event: KeyboardEvent): void {
  isByKey = true;
  const element = shown.current();
  // The tooltip of an element that left the page is not seen, so Escape is meant for something
  // else.
  if (event.key === 'Escape' && element?.isConnected === true) event.stopPropagation();
  if (event.key === 'Escape' || !explains(element)) hide();
}

function onFocusIn({ target }: FocusEvent): void {
  const element = tipOf(target);
  if (element !== null && element === target && element.matches(':focus-visible')) show(element);
}

function onFocusOut({ target }: FocusEvent): void {
  if (tipOf(target) !== null) hide();
}

function watchTips(): () => void {
  const watching = new AbortController();
  const early = { capture: true, signal: watching.signal };
  document.addEventListener('pointerover', onOver, early);
  document.addEventListener('pointerout', onOut, early);
  document.addEventListener('pointermove', onMove, { ...early, passive: true });
  document.addEventListener('pointerdown', onDown, early);
  document.addEventListener('keydown', onKey, early);
  document.addEventListener('focusin', onFocusIn, early);
  document.addEventListener('focusout', onFocusOut, early);
  return () => {
    watching.abort();
    hide();
  };
}

const Bubble = lazyPart(async () => (await import('./tip-bubble.tsx')).Bubble, { isHelper: true });

/** The place of all tooltips; `KitProvider` mounts it once. */
export function Tips() {
  const element = useWatched(shown);
  const [isWanted, setIsWanted] = useState(false);
  useLayoutEffect(watchTips, []);
  if (element !== null && !isWanted) setIsWanted(true);
  return isWanted ? <Bubble element={element} onStay={stay} onLeave={leave} onClose={hide} /> : null;
}

/**
 * Words that carry an explanation. It is shown when a pointer rests on them, when they have the
 * keyboard's focus, and when they are touched; another touch, Escape or leaving them closes it. The
 * element is a plain `<button>`, not the library's, because each row of a list has one (S130).
 */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  return (
    <button
      type="button"
      data-tip={text}
      data-tip-kind="explanation"
      className={styles.hint}
      onClick={({ currentTarget }) => pressTip(currentTarget)}
    >
      {children}
    </button>
  );
}
