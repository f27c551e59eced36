import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

/**
 * Entries of the history made by opening an overlay: closing one of these goes back to before it.
 */
const opened = new Set<number>();

/**
 * Dialogs that are part of the address (src/app/experience.md, experience T17), so that going back
 * closes them. `open` adds search parameters as a new entry of the history. `close` removes the
 * named ones, by going back if opening them had added the entry. Both are the same functions each
 * time.
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
