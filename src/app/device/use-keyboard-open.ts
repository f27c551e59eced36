import { useSyncExternalStore } from 'react';

/** The least height of an on-screen keyboard, in px; a browser's own bars take less. */
const KEYBOARD_PX = 150;

let isOpen = false;

/** Asking for these sizes makes the browser lay the page out, so they are asked for when they change and not at each drawing. */
function measure(): void {
  const seen = window.visualViewport;
  isOpen = seen !== null && window.innerHeight - seen.height * seen.scale > KEYBOARD_PX;
}

function subscribe(changed: () => void): () => void {
  const resized = () => {
    measure();
    changed();
  };
  measure();
  window.visualViewport?.addEventListener('resize', resized);
  return () => window.visualViewport?.removeEventListener('resize', resized);
}

/** Whether an on-screen keyboard covers a part of the page (src/app/experience.md, experience T18). */
export function useKeyboardOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}
