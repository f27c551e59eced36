import { useSyncExternalStore } from 'react';

/** The least height of an on-screen keyboard, in px; a browser's own bars take less. */
const KEYBOARD_PX = 150;

function subscribe(changed: () => void): () => void {
  window.visualViewport?.addEventListener('resize', changed);
  return () => window.visualViewport?.removeEventListener('resize', changed);
}

/** Whether an on-screen keyboard covers a part of the page (src/app/experience.md, experience T18). */
export function useKeyboardOpen(): boolean {
  return useSyncExternalStore(subscribe, () => {
    const seen = window.visualViewport;
    return seen !== null && window.innerHeight - seen.height * seen.scale > KEYBOARD_PX;
  });
}
