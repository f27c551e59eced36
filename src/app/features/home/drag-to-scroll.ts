// A list that scrolls sideways follows a mouse that drags it. Touch screens scroll it by
// themselves.

/** How far the list goes for each px of the mouse. */
const FACTOR = 0.8;
/** A mouse that moves less is a press. In px. */
const SLOP_PX = 5;

const ready = new WeakSet<HTMLElement>();

/**
 * Makes the list follow a mouse that drags it; a second call changes nothing. What is under the
 * mouse is not pressed then.
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
  // The browser would drag a link or a picture itself.
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
