import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

/**
 * Indexes of the history entries that opening an overlay has made. Closing such an overlay goes
 * back one entry.
 */
const opened = new Set<number>();

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
    const indexNow = () => router.history.location.state.__TSR_index;
    return {
      open: (search) =>
        void navigate({ to: '.', search: (before) => ({ ...before, ...search }), resetScroll: false }).then(() =>
          opened.add(indexNow()),
        ),
      close: (names) => {
        if (opened.delete(indexNow())) {
          router.history.back();
          return;
        }
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
