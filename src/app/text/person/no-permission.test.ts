import type { Permission } from '#domain/permissions.ts';
import { expect, test } from 'vitest';
import { asksFor, insteadOf, requestFor } from './no-permission.ts';

test('the missing permissions are named', () => {
  expect(asksFor(['create_organizations'])).toBe('Esta tela pede a permissão “criar setores”.');
  expect(asksFor(['read_organizations', 'create_organizations'])).toBe(
    'Esta tela pede as permissões “ver setores” e “criar setores”.',
  );
});

test.each<[Permission, Permission[], string | null, string]>([
  [
    'create_organizations',
    ['read_organizations'],
    'Gestor de Setor',
    'O seu papel, Gestor de Setor, consulta os setores, mas não os muda.',
  ],
  [
    'create_documents',
    ['read_documents'],
    'Consulta',
    'O seu papel, Consulta, consulta os documentos, mas não os cria.',
  ],
  ['read_users', [], 'Servidor de Campo', 'O seu papel, Servidor de Campo, não dá acesso aos usuários.'],
  ['update_document_subjects', [], 'Servidor', 'O seu papel, Servidor, não dá acesso aos assuntos de documento.'],
  ['read_users', [], null, 'Você ainda não tem um papel no sistema.'],
])('who lacks %s and has %o as %s reads "%s"', (missing, has, role, sentence) => {
  expect(insteadOf({ missing: [missing], role, may: (one) => has.includes(one) })).toBe(sentence);
});

test('the request names the person, the sector, the permission and the screen', () => {
  const facts = {
    person: 'Rosângela Meireles',
    missing: ['create_organizations'] as const,
    screen: 'Gerenciar setores',
  };
  expect(requestFor({ ...facts, sector: 'SEMOB' }).join('')).toBe(
    '“Sou Rosângela Meireles, setor SEMOB. Preciso da permissão criar setores para abrir Gerenciar setores.”',
  );
  expect(requestFor({ ...facts, sector: null }).join('')).toBe(
    '“Sou Rosângela Meireles. Preciso da permissão criar setores para abrir Gerenciar setores.”',
  );
});
