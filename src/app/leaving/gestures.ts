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

/** Keeps a gesture from everything on the page, and from what the browser does by itself. */
export function takeGesture(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}
