import type { Permission } from '#domain/permissions.ts';
import { expect, test } from 'vitest';
import { mainPathOf, menuEntries } from './menu-entries.ts';

function textsFor(permissions: readonly Permission[]): string[] {
  return menuEntries((one) => permissions.includes(one)).map((entry) =>
    'items' in entry ? `${entry.text}: ${entry.items.map((item) => item.text).join(', ')}` : entry.text,
  );
}

test.each<[Permission[], string[]]>([
  [[], ['Início', 'Ajuda']],
  [['read_documents'], ['Início', 'Documentos: Gerenciar, Exceções', 'Ajuda']],
  [
    ['create_documents', 'read_documents', 'read_alerts', 'read_users'],
    ['Início', 'Documentos: Criar, Gerenciar, Exceções', 'Usuários', 'Alertas', 'Ajuda'],
  ],
])('with %o the menu is %o', (permissions, texts) => {
  expect(textsFor(permissions)).toEqual(texts);
});

test('the rail leads to the list, or to creating where that is all one may', () => {
  const [, both] = menuEntries((one) => one === 'read_documents' || one === 'create_documents');
  const [, only] = menuEntries((one) => one === 'create_documents');
  expect(both && mainPathOf(both)).toBe('/admin/manage-documents');
  expect(only && mainPathOf(only)).toBe('/admin/create-documents');
});
