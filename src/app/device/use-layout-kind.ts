import { useSyncExternalStore } from 'react';

/**
 * Phone ≤ 425 px wide or < 480 px high; tablet up to 1199 px (the rail); desktop from 1200 px
 * (src/ui/look.md, look 4).
 */
export type LayoutKind = 'phone' | 'tablet' | 'desktop';

const phone = '(max-width: 425px), (max-height: 479px)';
const desktop = '(min-width: 1200px)';

function watch(changed: () => void): () => void {
  const queries = [matchMedia(phone), matchMedia(desktop)];
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
  };
}

function read(): LayoutKind {
  if (matchMedia(phone).matches) return 'phone';
  return matchMedia(desktop).matches ? 'desktop' : 'tablet';
}

/** For differences in structure, such as a table or cards. Sizes belong to CSS. */
export function useLayoutKind(): LayoutKind {
  return useSyncExternalStore(watch, read);
}
