import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** The id of the element at a place of a screen, such as a message; `key` is its name there. */
export function placeId(key: string): string {
  return `lugar-${key.replaceAll(/[^\w-]/g, '-')}`;
}

/** The part of an address that leads to that place. */
export function placeHash(key: string): string {
  return `#${placeId(key)}`;
}

/**
 * Scrolls to the place that the address names and puts the focus there, once it is drawn. A person
 * who types meanwhile keeps the focus.
 */
export function usePlace(): void {
  const hash = useLocation({ select: (location) => location.hash });
  const reached = useRef<string | null>(null);
  useEffect(() => {
    if (reached.current === hash || !hash.startsWith(placeId(''))) return;
    const place = document.getElementById(hash);
    if (place === null) return;
    reached.current = hash;
    if (document.activeElement?.matches('input, textarea, [contenteditable="true"]') === true) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: 'center' });
  });
}
