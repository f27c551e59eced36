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
  /** Where the screens begin that belong to the group without being among its entries. */
  readonly alsoAt: string;
};
export type MenuEntry = MenuLink | MenuGroup;

type GroupRule = Omit<MenuGroup, 'items'> & {
  readonly items: readonly { readonly text: string; readonly to: ScreenPath }[];
  /** With fewer entries than these the group is left out. */
  readonly atLeast?: number;
  /** What people see who may open none of the entries, but this screen. */
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
    // Ajuda would be a group of one, and it is in the menu already.
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

/** Screens without a group, after it. */
const LINKS: readonly (MenuLink & { readonly to: ScreenPath })[] = [
  { text: 'Relatórios', to: '/admin/reports', icon: ChartColumn },
  { text: 'Calendário', to: '/admin/calendar', icon: CalendarDays },
  { text: 'Auditoria', to: '/admin/audit', icon: ShieldCheck },
];

/** The entries of a person, in order. */
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
 * The rail has no room for disclosures: a group leads to its list, and beside it are the entries
 * that the list has no button for.
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
