import { useNavigate, useRouter } from '@tanstack/react-router';

/** Entries of the history made by opening an overlay: closing one of these goes back to before it. */
const opened = new Set<number>();

/**
 * Dialogs held in the address (experience T17): going back closes them. `open` adds search parameters as a new entry, `close`
 * takes the named ones away, by going back where opening them had added the entry.
 */
export function useOverlay(): {
  open: (search: Record<string, string>) => void;
  close: (names: readonly string[]) => void;
} {
  const router = useRouter();
  const navigate = useNavigate();
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
}
