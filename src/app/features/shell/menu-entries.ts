// The entries of the menus: only screens that exist and that the person may open (rule B5).

import type { Permission } from '#domain/permissions.ts';
import type { IconType } from '#ui/base/icon.ts';
import { CircleQuestionMark, FileText, Flag, House, Megaphone, Users } from 'lucide-react';

/** Addresses of the menus' screens. */
export type MenuPath =
  | '/admin/home'
  | '/admin/create-documents'
  | '/admin/manage-documents'
  | '/admin/exceptions-documents'
  | '/admin/alerts'
  | '/admin/users'
  | '/admin/help';

export type MenuLeaf = { readonly text: string; readonly to: MenuPath; readonly icon?: IconType };
export type MenuGroup = {
  readonly text: string;
  readonly icon: IconType;
  readonly items: readonly MenuLeaf[];
  /** A screen that belongs to the group without being one of its entries. */
  readonly alsoAt: string;
};
export type MenuEntry = (MenuLeaf & { readonly icon: IconType }) | MenuGroup;

type Rule = MenuLeaf & { readonly needs: Permission };

const DOCUMENTS: readonly Rule[] = [
  { text: 'Criar', to: '/admin/create-documents', needs: 'create_documents' },
  { text: 'Gerenciar', to: '/admin/manage-documents', needs: 'read_documents' },
  { text: 'Exceções', to: '/admin/exceptions-documents', needs: 'read_documents' },
];

/** The entries of a person, in order; a group without items is left out. */
export function menuEntries(may: (permission: Permission) => boolean): MenuEntry[] {
  const documents = DOCUMENTS.filter((rule) => may(rule.needs));
  return [
    { text: 'Início', to: '/admin/home', icon: House },
    ...(documents.length > 0
      ? [{ text: 'Documentos', icon: FileText, items: documents, alsoAt: '/admin/view-document' }]
      : []),
    ...(may('read_users') ? [{ text: 'Usuários', to: '/admin/users' as const, icon: Users }] : []),
    ...(may('read_alerts') ? [{ text: 'Alertas', to: '/admin/alerts' as const, icon: Megaphone }] : []),
    { text: 'Ajuda', to: '/admin/help', icon: CircleQuestionMark },
  ];
}

/**
 * The rail has no room for disclosures: a group leads to its list, and beside it are the entries that the list has no
 * button for.
 */
export function railEntries(entries: readonly MenuEntry[]): (MenuLeaf & { readonly icon: IconType })[] {
  return entries.flatMap((entry) => {
    if ('to' in entry) return [entry];
    const main = entry.items.find((item) => item.to === '/admin/manage-documents') ?? entry.items[0];
    const exceptions = entry.items.find((item) => item.to === '/admin/exceptions-documents');
    return [
      ...(main === undefined ? [] : [{ text: entry.text, icon: entry.icon, to: main.to }]),
      ...(exceptions === undefined || exceptions === main ? [] : [{ ...exceptions, icon: Flag }]),
    ];
  });
}
