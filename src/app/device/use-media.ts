import { useState, useSyncExternalStore } from 'react';

/** Whether a media query matches. For differences in structure; sizes belong to CSS. */
export function useMedia(query: string): boolean {
  return useMatches([query], ([isMatching]) => isMatching === true);
}

/**
 * What `read` makes of whether each query matches; a component gives the same ones each time. Their lists are made once per
 * component, because the browser reads the words of a query anew for each list.
 */
export function useMatches<Answer>(queries: readonly string[], read: (matches: readonly boolean[]) => Answer): Answer {
  const [media] = useState(() => {
    const lists = queries.map((query) => matchMedia(query));
    return {
      subscribe: (changed: () => void) => {
        for (const list of lists) list.addEventListener('change', changed);
        return () => {
          for (const list of lists) list.removeEventListener('change', changed);
        };
      },
      read: () => read(lists.map(({ matches }) => matches)),
    };
  });
  return useSyncExternalStore(media.subscribe, media.read);
}
