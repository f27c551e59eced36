import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/**
 * The id of the element at a place of a screen, such as a message of the thread. `key` names the
 * place on that screen.
 */
export function placeId(key: string): string {
  return `lugar-${key.replaceAll(/[^\w-]/g, '-')}`;
}

/** The fragment of an address that leads to the place with this key. */
export function placeHash(key: string): string {
  return `#${placeId(key)}`;
}

/**
 * Leads to the place that the address names: once the place is drawn, it opens the folds around it,
 * focuses it and scrolls to it. A person who is typing keeps the focus. `isLeft`: the person comes
 * back to this screen and stays where they left it. Returns whether the address names a place.
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
