// The entries of the menus: only screens that the person may open (rule B5).

import type { Permission } from '#domain/permissions.ts';
import type { IconType } from '#ui/base/icon.ts';
import {
  Building2,
  CalendarDays,
  ChartColumn,
  CircleQuestionMark,
  FileText,
  Flag,
  FolderDown,
  House,
  ListTree,
  Megaphone,
  ShieldCheck,
  Users,
} from 'lucide-react';
import { mayOpen, type ScreenPath } from '../../../profile/screens.ts';

export type MenuLeaf = { readonly text: string; readonly to: string };
export type MenuLink = MenuLeaf & { readonly icon: IconType };
export type MenuGroup = {
  readonly text: string;
  readonly icon: IconType;
  readonly items: readonly MenuLeaf[];
  /** Address prefix of screens of this group that have no entry of their own. */
  readonly alsoAt: string;
};
export type MenuEntry = MenuLink | MenuGroup;

type GroupRule = Omit<MenuGroup, 'items'> & {
  readonly items: readonly { readonly text: string; readonly to: ScreenPath }[];
  /** The least number of entries for which the group is shown; 1 when absent. */
  readonly atLeast?: number;
  /** The screen to link when the person may open none of the entries. */
  readonly instead?: ScreenPath;
};

const GROUPS: readonly GroupRule[] = [
  {
    text: 'Documentos',
    icon: FileText,
    items: [
      { text: 'Criar', to: '/admin/create-documents' },
      { text: 'Gerenciar', to: '/admin/manage-documents' },
      { text: 'Exceções', to: '/admin/exceptions-documents' },
    ],
    alsoAt: '/admin/view-document',
  },
  {
    text: 'Assuntos de documento',
    icon: ListTree,
    items: [
      { text: 'Criar', to: '/admin/create-document-subjects' },
      { text: 'Gerenciar', to: '/admin/manage-document-subjects' },
    ],
    alsoAt: '/admin/edit-document-subjects',
  },
  {
    text: 'Modelos',
    icon: FolderDown,
    items: [
      { text: 'Criar', to: '/admin/create-models' },
      { text: 'Gerenciar', to: '/admin/manage-models' },
    ],
    alsoAt: '/admin/edit-model',
    // A person who may only read models finds them in Ajuda, which the menu has anyway (rule B5).
    atLeast: 2,
  },
  {
    text: 'Setores',
    icon: Building2,
    items: [
      { text: 'Criar', to: '/admin/create-organizations' },
      { text: 'Gerenciar', to: '/admin/manage-organizations' },
    ],
    alsoAt: '/admin/edit-organization',
  },
  {
    text: 'Usuários',
    icon: Users,
    items: [
      { text: 'Criar', to: '/admin/create-users' },
      { text: 'Gerenciar', to: '/admin/manage-users' },
    ],
    alsoAt: '/admin/edit-user',
    instead: '/admin/users',
  },
  {
    text: 'Alertas',
    icon: Megaphone,
    items: [
      { text: 'Criar', to: '/admin/create-alerts' },
      { text: 'Gerenciar', to: '/admin/manage-alerts' },
    ],
    alsoAt: '/admin/edit-alert',
    instead: '/admin/alerts',
  },
];

/** Entries after the groups. */
const LINKS: readonly (MenuLink & { readonly to: ScreenPath })[] = [
  { text: 'Relatórios', to: '/admin/reports', icon: ChartColumn },
  { text: 'Calendário', to: '/admin/calendar', icon: CalendarDays },
  { text: 'Auditoria', to: '/admin/audit', icon: ShieldCheck },
];

/** The menu of a person: what their permissions open, in order. */
export function menuEntries(may: (permission: Permission) => boolean): MenuEntry[] {
  return [
    { text: 'Início', to: '/admin/home', icon: House },
    ...GROUPS.flatMap(({ atLeast = 1, instead, ...group }): MenuEntry[] => {
      const items = group.items.filter((item) => mayOpen(item.to, may));
      if (items.length >= atLeast) return [{ ...group, items }];
      return instead !== undefined && mayOpen(instead, may)
        ? [{ text: group.text, icon: group.icon, to: instead }]
        : [];
    }),
    ...LINKS.filter(({ to }) => mayOpen(to, may)),
    { text: 'Ajuda', to: '/admin/help', icon: CircleQuestionMark },
  ];
}

/**
 * The entries of the rail, which has no room to expand groups. A group becomes a link to its list.
 * "Exceções" gets a link of its own, because that list has no button for it.
 */
export function railEntries(entries: readonly MenuEntry[]): MenuLink[] {
  return entries.flatMap((entry) => {
    if ('to' in entry) return [entry];
    const main = entry.items.find((item) => item.to.startsWith('/admin/manage-')) ?? entry.items[0];
    const exceptions = entry.items.find((item) => item.to === '/admin/exceptions-documents');
    return [
      ...(main === undefined ? [] : [{ text: entry.text, icon: entry.icon, to: main.to }]),
      ...(exceptions === undefined || exceptions === main ? [] : [{ ...exceptions, icon: Flag }]),
    ];
  });
}
