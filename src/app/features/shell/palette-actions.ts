import type { Permission } from '#domain/permissions.ts';
import { fold, matchesTokens } from '#domain/search.ts';
import { STATUSES } from '#domain/status.ts';
import { mayOpen, SCREENS, type ScreenPath } from '../../profile/screens.ts';
import { PALETTE, statusAction } from '../../text/palette.ts';

export type PaletteAction = { readonly text: string; readonly href: string };

/** What the palette can do besides opening what exists: deadlines, statuses, and every screen that the person may open. */
export function actionsFor(text: string, may: (permission: Permission) => boolean): PaletteAction[] {
  const list = '/admin/manage-documents';
  const documents = mayOpen(list, may)
    ? [
        { text: PALETTE.thisWeek, href: `${list}?due=week&order_by_limit_date=asc` },
        { text: PALETTE.overdue, href: `${list}?overdue=true&order_by_limit_date=asc` },
        ...STATUSES.map((status) => ({ text: statusAction(status), href: `${list}?status=${status}` })),
      ]
    : [];
  const paths = Object.keys(SCREENS) as ScreenPath[];
  const screens = paths
    .filter((path) => !path.includes('$') && mayOpen(path, may))
    .map((path) => ({ text: SCREENS[path].title, href: path }));
  const tokens = fold(text).split(' ');
  return [...documents, ...screens].filter((one) => matchesTokens(fold(one.text), tokens));
}
