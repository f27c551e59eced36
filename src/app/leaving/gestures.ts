/**
 * The events that can act on a page. All are listed, because a touch that began on a screen may end
 * on the cover above it.
 */
export const GESTURES = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'contextmenu',
  'keydown',
  'keyup',
  'beforeinput',
  'submit',
  'paste',
  'drop',
] as const;

/** Stops an event before any handler of the page, and the browser's default action. */
export function takeGesture(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}
