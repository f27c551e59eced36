import type { Permission } from '#domain/permissions.ts';
import { expect, test } from 'vitest';
import { menuEntries, railEntries } from './menu-entries.ts';

function textsFor(permissions: readonly Permission[]): string[] {
  return menuEntries((one) => permissions.includes(one)).map((entry) =>
    'items' in entry ? `${entry.text}: ${entry.items.map((item) => item.text).join(', ')}` : entry.text,
  );
}

// The roles of the demonstration stand in src/app/profile/roles.test.ts; here are the combinations
// that none of them has.
test.each<[Permission[], string[]]>([
  [[], ['Início', 'Ajuda']],
  [['read_documents'], ['Início', 'Documentos: Gerenciar, Exceções', 'Ajuda']],
  [['create_documents'], ['Início', 'Documentos: Criar', 'Ajuda']],
  [
    ['create_documents', 'read_documents', 'read_alerts', 'read_users'],
    ['Início', 'Documentos: Criar, Gerenciar, Exceções', 'Usuários', 'Alertas', 'Ajuda'],
  ],
  [['create_models'], ['Início', 'Ajuda']],
  [
    ['create_models', 'read_models'],
    ['Início', 'Modelos: Criar, Gerenciar', 'Ajuda'],
  ],
  [['read_organizations'], ['Início', 'Ajuda']],
  [['create_organizations'], ['Início', 'Setores: Criar', 'Ajuda']],
  [['create_users'], ['Início', 'Usuários: Criar', 'Ajuda']],
  [['create_alerts'], ['Início', 'Alertas: Criar', 'Ajuda']],
])('with %o the menu is %o', (permissions, texts) => {
  expect(textsFor(permissions)).toEqual(texts);
});

test('the rail leads to the list and the exceptions, or to creating a document for people who may do nothing else', () => {
  const pathsFor = (...permissions: Permission[]) =>
    railEntries(menuEntries((one) => permissions.includes(one))).map((entry) => [entry.text, entry.to]);
  expect(pathsFor('read_documents', 'create_documents')).toEqual([
    ['Início', '/admin/home'],
    ['Documentos', '/admin/manage-documents'],
    ['Exceções', '/admin/exceptions-documents'],
    ['Ajuda', '/admin/help'],
  ]);
  expect(pathsFor('create_documents')[1]).toEqual(['Documentos', '/admin/create-documents']);
});
