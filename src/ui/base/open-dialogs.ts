import { useEffect } from 'react';
import { watchedValue } from './watched-value.ts';

/** How many dialogs are open: messages keep clear of them. */
export const openDialogs = watchedValue(0);

/** Counts a dialog as long as it is open. */
export function useCountedDialog(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    openDialogs.set(openDialogs.current() + 1);
    return () => openDialogs.set(openDialogs.current() - 1);
  }, [isOpen]);
}

/**
 * Whether no element has the focus, as after the one that had it was removed. A focus moved
 * elsewhere is the person's choice.
 */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}
