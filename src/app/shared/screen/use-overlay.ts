import { type HistoryLocation, type RouterHistory, useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The entry of the history was made by opening an overlay or a panel, so closing goes back one
     * entry. The mark belongs to the entry: an entry that takes its place does not have it.
     */
    isOverlay?: true;
  }
}

let leaving: HistoryLocation | null = null;

/**
 * Goes back where the present entry was made by opening an overlay. Returns whether it was. The
 * browser goes back a moment later; a second press until then does not leave the screen below.
 */
export function leaveOverlay(history: Pick<RouterHistory, 'location' | 'back'>): boolean {
  const { location } = history;
  if (location.state.isOverlay !== true) return false;
  if (leaving !== location) history.back();
  leaving = location;
  return true;
}

/**
 * Opens and closes dialogs that are part of the address (src/app/experience.md, experience T17), so
 * that going back closes them. `open` adds search parameters as a new entry of the history. `close`
 * removes the named parameters; where `open` made the present entry, it goes back instead. Both
 * functions stay the same from render to render.
 */
export function useOverlay(): {
  open: (search: Record<string, string | number>) => void;
  close: (names: readonly string[]) => void;
} {
  const router = useRouter();
  const navigate = useNavigate();

  return useMemo(() => {
    return {
      open: (search) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, ...search }),
          state: { isOverlay: true },
          resetScroll: false,
        }),
      close: (names) => {
        if (leaveOverlay(router.history)) return;
        void navigate({
          to: '.',
          search: (before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
          replace: true,
          resetScroll: false,
        });
      },
    };
  }, [router, navigate]);
}
