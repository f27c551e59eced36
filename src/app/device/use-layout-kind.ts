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
 * Whether a media query matches the screen. While the page is printed the last answer stays,
 * because paper has another width. A layout for the paper would make new elements, which lose the
 * focus and what is open.
 */
function matches(query: string): boolean {
  if (!matchMedia('print').matches) known.set(query, matchMedia(query).matches);
  return known.get(query) ?? false;
}

function read(): LayoutKind {
  if (matches(phone)) return 'phone';
  return matches(desktop) ? 'desktop' : 'tablet';
}

/**
 * The layout of this screen, for differences in structure, such as a table or cards. Sizes belong
 * to CSS.
 */
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
 * Measures when the sizes change, and not at each drawing, because reading them makes the browser
 * lay out the page.
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
