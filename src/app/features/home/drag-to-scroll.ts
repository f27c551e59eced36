// A list that scrolls sideways follows a mouse that drags it. Touch screens scroll it by
// themselves.

/** How many px the list scrolls for each px that the mouse moves. */
const FACTOR = 0.8;
/** A mouse that moves less than this is a press, not a drag. */
const SLOP_PX = 5;

const ready = new WeakSet<HTMLElement>();

/**
 * Makes the list follow a mouse that drags it. The card under the mouse is not pressed by a drag. A
 * second call for the same list changes nothing.
 */
export function dragToScroll(list: HTMLElement): void {
  if (ready.has(list)) return;
  ready.add(list);
  let from: { readonly x: number; readonly left: number } | null = null;
  let isDragging = false;
  list.addEventListener('pointerdown', ({ pointerType, button, clientX }) => {
    isDragging = false;
    if (pointerType === 'mouse' && button === 0) from = { x: clientX, left: list.scrollLeft };
  });
  list.addEventListener('pointermove', ({ buttons, clientX, pointerId }) => {
    if (buttons === 0) from = null;
    if (from === null) return;
    const by = clientX - from.x;
    if (!isDragging && Math.abs(by) < SLOP_PX) return;
    if (!isDragging) {
      isDragging = true;
      // From here on the cards get no events of this mouse, so that releasing it presses none of
      // them.
      list.setPointerCapture(pointerId);
      list.style.scrollSnapType = 'none';
      getSelection()?.removeAllRanges();
    }
    list.scrollLeft = from.left - by * FACTOR;
  });
  for (const end of ['pointerup', 'pointercancel']) {
    list.addEventListener(end, () => {
      from = null;
      list.style.scrollSnapType = '';
    });
  }
  // Keeps the browser from dragging a link or a picture by itself.
  list.addEventListener('dragstart', (event) => event.preventDefault());
  list.addEventListener(
    'click',
    (event) => {
      if (!isDragging) return;
      isDragging = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
