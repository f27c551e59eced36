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

/** The id of the cover over the page of a person who leaves. */
export const COVER_ID = 'leaving-cover';

/** Whether an event is for that cover, which stops all gestures but those of its own button. */
export function isOnCover({ target }: Event): boolean {
  return target instanceof Element && target.closest(`#${COVER_ID}`) !== null;
}

/** Stops an event before any handler of the page, and the browser's default action. */
export function takeGesture(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}
