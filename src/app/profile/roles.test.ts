// What each of the seven roles finds on the screens: the entries of the menu and the addresses that
// open. Written by hand from rules B4, B5 and B8, so that neither the table of screens nor the
// seven roles can change unseen.

import { type Permission, ROLES } from '#domain/permissions.ts';
import { expect, test } from 'vitest';
import { menuEntries, railEntries } from '../features/shell/menu/menu-entries.ts';
import { mayOpen, SCREENS, type ScreenPath } from './screens.ts';

/** Addresses that need no permission. */
const EVERYONE = [
  '/admin/home',
  '/admin/results/',
  '/admin/results/$search',
  '/admin/help',
  '/admin/profile',
  '/admin/outbox',
  '/admin/device',
];
const CALENDAR = ['/admin/calendar', '/admin/create-holidays', '/admin/edit-holiday/$id'];
const READ_DOCUMENTS = ['/admin/manage-documents', '/admin/exceptions-documents', '/admin/view-document/$id'];

const FOUND: Record<string, { menu: string[]; rail: string[]; opens: string[] }> = {
  'Super Admin': {
    menu: [
      'Início',
      'Documentos: Criar, Gerenciar, Exceções',
      'Assuntos de documento: Criar, Gerenciar',
      'Modelos: Criar, Gerenciar',
      'Setores: Criar, Gerenciar',
      'Usuários: Criar, Gerenciar',
      'Alertas: Criar, Gerenciar',
      'Relatórios',
      'Calendário',
      'Auditoria',
      'Ajuda',
    ],
    rail: [
      'Início /admin/home',
      'Documentos /admin/manage-documents',
      'Exceções /admin/exceptions-documents',
      'Assuntos de documento /admin/manage-document-subjects',
      'Modelos /admin/manage-models',
      'Setores /admin/manage-organizations',
      'Usuários /admin/manage-users',
      'Alertas /admin/manage-alerts',
      'Relatórios /admin/reports',
      'Calendário /admin/calendar',
      'Auditoria /admin/audit',
      'Ajuda /admin/help',
    ],
    opens: [
      '/admin/create-documents',
      ...READ_DOCUMENTS,
      '/admin/create-document-subjects',
      '/admin/manage-document-subjects',
      '/admin/edit-document-subjects/$id',
      '/admin/create-models',
      '/admin/manage-models',
      '/admin/edit-model/$id',
      '/admin/create-organizations',
      '/admin/manage-organizations',
      '/admin/edit-organization/$id',
      '/admin/users',
      '/admin/create-users',
      '/admin/import',
      '/admin/manage-users',
      '/admin/edit-user/$id',
      '/admin/alerts',
      '/admin/create-alerts',
      '/admin/manage-alerts',
      '/admin/edit-alert/$id',
      '/admin/reports',
      ...CALENDAR,
      '/admin/export',
      '/admin/audit',
    ],
  },
  'Gestor de Setor': {
    menu: [
      'Início',
      'Documentos: Criar, Gerenciar, Exceções',
      'Assuntos de documento: Gerenciar',
      'Modelos: Criar, Gerenciar',
      'Usuários: Criar, Gerenciar',
      'Alertas',
      'Relatórios',
      'Ajuda',
    ],
    rail: [
      'Início /admin/home',
      'Documentos /admin/manage-documents',
      'Exceções /admin/exceptions-documents',
      'Assuntos de documento /admin/manage-document-subjects',
      'Modelos /admin/manage-models',
      'Usuários /admin/manage-users',
      'Alertas /admin/alerts',
      'Relatórios /admin/reports',
      'Ajuda /admin/help',
    ],
    opens: [
      '/admin/create-documents',
      ...READ_DOCUMENTS,
      '/admin/manage-document-subjects',
      '/admin/create-models',
      '/admin/manage-models',
      '/admin/edit-model/$id',
      '/admin/users',
      '/admin/create-users',
      '/admin/import',
      '/admin/manage-users',
      '/admin/edit-user/$id',
      '/admin/alerts',
      '/admin/reports',
    ],
  },
  Protocolo: {
    menu: [
      'Início',
      'Documentos: Criar, Gerenciar, Exceções',
      'Assuntos de documento: Criar, Gerenciar',
      'Usuários',
      'Alertas: Criar, Gerenciar',
      'Calendário',
      'Ajuda',
    ],
    rail: [
      'Início /admin/home',
      'Documentos /admin/manage-documents',
      'Exceções /admin/exceptions-documents',
      'Assuntos de documento /admin/manage-document-subjects',
      'Usuários /admin/users',
      'Alertas /admin/manage-alerts',
      'Calendário /admin/calendar',
      'Ajuda /admin/help',
    ],
    opens: [
      '/admin/create-documents',
      ...READ_DOCUMENTS,
      '/admin/create-document-subjects',
      '/admin/manage-document-subjects',
      '/admin/edit-document-subjects/$id',
      '/admin/users',
      '/admin/alerts',
      '/admin/create-alerts',
      '/admin/manage-alerts',
      '/admin/edit-alert/$id',
      ...CALENDAR,
    ],
  },
  Servidor: {
    menu: ['Início', 'Documentos: Criar, Gerenciar, Exceções', 'Usuários', 'Alertas', 'Ajuda'],
    rail: [
      'Início /admin/home',
      'Documentos /admin/manage-documents',
      'Exceções /admin/exceptions-documents',
      'Usuários /admin/users',
      'Alertas /admin/alerts',
      'Ajuda /admin/help',
    ],
    opens: ['/admin/create-documents', ...READ_DOCUMENTS, '/admin/users', '/admin/alerts'],
  },
  'Servidor de Campo': {
    menu: ['Início', 'Documentos: Criar, Gerenciar, Exceções', 'Alertas', 'Ajuda'],
    rail: [
      'Início /admin/home',
      'Documentos /admin/manage-documents',
      'Exceções /admin/exceptions-documents',
      'Alertas /admin/alerts',
      'Ajuda /admin/help',
    ],
    opens: ['/admin/create-documents', ...READ_DOCUMENTS, '/admin/alerts'],
  },
  'Controle Interno': {
    menu: [
      'Início',
      'Documentos: Gerenciar, Exceções',
      'Assuntos de documento: Gerenciar',
      'Usuários',
      'Alertas',
      'Relatórios',
      'Auditoria',
      'Ajuda',
    ],
    rail: [
      'Início /admin/home',
      'Documentos /admin/manage-documents',
      'Exceções /admin/exceptions-documents',
      'Assuntos de documento /admin/manage-document-subjects',
      'Usuários /admin/users',
      'Alertas /admin/alerts',
      'Relatórios /admin/reports',
      'Auditoria /admin/audit',
      'Ajuda /admin/help',
    ],
    opens: [
      ...READ_DOCUMENTS,
      '/admin/manage-document-subjects',
      '/admin/users',
      '/admin/alerts',
      '/admin/reports',
      '/admin/audit',
    ],
  },
  Consulta: {
    menu: ['Início', 'Documentos: Gerenciar, Exceções', 'Usuários', 'Alertas', 'Ajuda'],
    rail: [
      'Início /admin/home',
      'Documentos /admin/manage-documents',
      'Exceções /admin/exceptions-documents',
      'Usuários /admin/users',
      'Alertas /admin/alerts',
      'Ajuda /admin/help',
    ],
    opens: [...READ_DOCUMENTS, '/admin/users', '/admin/alerts'],
  },
};

test('the table names each of the seven roles', () => {
  expect(Object.keys(FOUND)).toEqual(Object.keys(ROLES));
});

test.each(Object.entries(FOUND))('%s finds these entries in the menu and on the rail', (role, { menu, rail }) => {
  const entries = menuEntries(mayOf(role));
  const texts = entries.map((entry) =>
    'items' in entry ? `${entry.text}: ${entry.items.map((item) => item.text).join(', ')}` : entry.text,
  );
  expect(texts).toEqual(menu);
  expect(railEntries(entries).map((entry) => `${entry.text} ${entry.to}`)).toEqual(rail);
});

test.each(Object.entries(FOUND))('%s opens these addresses and no others', (role, { opens }) => {
  const paths = Object.keys(SCREENS) as ScreenPath[];
  expect(paths.filter((path) => mayOpen(path, mayOf(role))).sort()).toEqual([...EVERYONE, ...opens].sort());
});

test.each(Object.entries(FOUND))('each entry of the menu opens for %s', (role) => {
  const leaves = menuEntries(mayOf(role)).flatMap((entry) => ('items' in entry ? entry.items : [entry]));
  expect(leaves.filter((leaf) => !mayOpen(leaf.to as ScreenPath, mayOf(role)))).toEqual([]);
});

function mayOf(role: string): (permission: Permission) => boolean {
  return (permission) => ROLES[role]?.includes(permission) ?? false;
}
