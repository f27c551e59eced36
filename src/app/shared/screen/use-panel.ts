import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { leaveOverlay } from './use-overlay.ts';

/**
 * Page-like overlays are search parameters, so that going back closes them (src/app/experience.md,
 * experience T17).
 */
export type AdminSearch = { painel?: Panel };
export type Panel = 'avisos' | 'menu' | 'datas' | 'filtros' | 'agenda' | 'paleta' | 'atalhos' | 'buscas' | 'lista';

const PANELS: readonly Panel[] = [
  'avisos',
  'menu',
  'datas',
  'filtros',
  'agenda',
  'paleta',
  'atalhos',
  'buscas',
  'lista',
];

export function adminSearch(search: Record<string, unknown>): AdminSearch {
  const panel = PANELS.find((one) => one === search['painel']);
  return panel === undefined ? {} : { painel: panel };
}

/** A page-like overlay that is part of the address: going back closes it. */
export function usePanel(panel: Panel): { isOpen: boolean; open: () => void; close: () => void } {
  const router = useRouter();
  const navigate = useNavigate();
  const isOpen = useSearch({ strict: false, select: (search: { painel?: unknown }) => search.painel === panel });

  const open = () =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, painel: panel }),
      state: { isOverlay: true },
      resetScroll: false,
    });
  const close = () => {
    if (leaveOverlay(router.history)) return;
    void navigate({
      to: '.',
      search: ({ painel: _closed, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    });
  };
  return { isOpen, open, close };
}
