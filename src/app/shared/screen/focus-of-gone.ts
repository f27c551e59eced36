import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { useEffect, useRef } from 'react';

/**
 * Moves the focus on when its element disappears. Where a change of `shown` has removed the focused
 * element, the element with this `id` gets the focus, or else the heading of the screen. While
 * `shown` is null nothing happens, because the next content is still to come.
 */
export function useFocusOfGone(shown: unknown, id: string): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const note = () => {
      last.current = document.activeElement;
    };
    note();
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    // An element that still exists lost the focus to a press beside it, and does not get it back.
    if (shown === null || last.current === null || last.current.isConnected || !isFocusLost()) return;
    (document.getElementById(id) ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  }, [shown, id]);
}
