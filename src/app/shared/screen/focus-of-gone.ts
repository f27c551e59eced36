import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { useEffect, useRef } from 'react';

/**
 * When the element that had the focus went with what was `shown` before, what took its place gets
 * the focus: the element with this id, or the heading of the screen. Nothing is done while `shown`
 * is null, because more is to come.
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
    // A focus that the person took away by a press beside it is not given back.
    if (shown === null || last.current === null || last.current.isConnected || !isFocusLost()) return;
    (document.getElementById(id) ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  }, [shown, id]);
}
