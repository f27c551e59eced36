/** What acts on a screen. A touch that began on a screen may end on what covers it. */
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

/** Stops an event for everything on the page, and its default action in the browser. */
export function takeGesture(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}
