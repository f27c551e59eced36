import { useSyncExternalStore } from 'react';

/**
 * Phone ≤ 425 px wide or < 480 px high; tablet up to 1199 px (the rail); desktop from 1200 px
 * (src/ui/look.md, look 4).
 */
type LayoutKind = 'phone' | 'tablet' | 'desktop';

const phone = '(max-width: 425px), (max-height: 479px)';
const desktop = '(min-width: 1200px)';

function watch(changed: () => void): () => void {
  const queries = [matchMedia(phone), matchMedia(desktop)];
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
  };
}

const known = new Map<string, boolean>();

/**
 * Whether the screen matches. Paper has a width of its own, so the answer stays while the page is
 * printed: elements made anew for the paper would lose the focus, and what is open.
 */
function matches(query: string): boolean {
  if (!matchMedia('print').matches) known.set(query, matchMedia(query).matches);
  return known.get(query) ?? false;
}

function read(): LayoutKind {
  if (matches(phone)) return 'phone';
  return matches(desktop) ? 'desktop' : 'tablet';
}

/** For differences in structure, such as a table or cards. Sizes belong to CSS. */
export function useLayoutKind(): LayoutKind {
  return useSyncExternalStore(watch, read);
}

/** Whether a media query matches. For differences in structure; sizes belong to CSS. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matches(query),
  );
}

/** The least height of an on-screen keyboard, in px; a browser's own bars take less. */
const KEYBOARD_PX = 150;

let isOpen = false;

/**
 * Reading these sizes makes the browser lay the page out, so they are read when they change and not
 * at each drawing.
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
