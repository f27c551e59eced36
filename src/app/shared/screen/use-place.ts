import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** The id of the element at a place of a screen, such as a message; `key` is its name there. */
export function placeId(key: string): string {
  return `lugar-${key.replaceAll(/[^\w-]/g, '-')}`;
}

/** The part of an address that leads to that place. */
export function placeHash(key: string): string {
  return `#${placeId(key)}`;
}

/**
 * Scrolls to the place that the address names and puts the focus there, once it is drawn, and opens
 * what folds it. A person who types meanwhile keeps the focus. `isLeft`: they were on this screen
 * before and come back to where they left it. Tells whether the address names a place.
 */
export function usePlace({ isLeft = false }: { isLeft?: boolean } = {}): boolean {
  const hash = useLocation({ select: (location) => location.hash });
  const [first] = useState(isLeft ? hash : null);
  const reached = useRef<string | null>(first);
  useEffect(() => {
    if (reached.current === hash || !hash.startsWith(placeId(''))) return;
    const place = document.getElementById(hash);
    if (place === null) return;
    reached.current = hash;
    if (document.activeElement?.matches('input, textarea, [contenteditable="true"]') === true) return;
    for (let fold = place.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null) {
      fold.open = true;
    }
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: 'center' });
  });
  return hash.startsWith(placeId(''));
}
