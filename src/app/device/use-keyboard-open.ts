import { useSyncExternalStore } from 'react';

/** The least height of an on-screen keyboard, in px; a browser's own bars take less. */
const KEYBOARD_PX = 150;

let isOpen = false;

/**
 * The browser lays the page out to answer these sizes, so they are asked for when they change and
 * not at each drawing.
 */
function subscribe(changed: () => void): () => void {
  const seen = window.visualViewport;
  const measure = () => {
    isOpen = seen !== null && window.innerHeight - seen.height * seen.scale > KEYBOARD_PX;
    changed();
  };
  measure();
  seen?.addEventListener('resize', measure);
  return () => seen?.removeEventListener('resize', measure);
}

/**
 * Whether an on-screen keyboard covers a part of the page (src/app/experience.md, experience T18).
 */
export function useKeyboardOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}
