import type { Permission } from '#domain/permissions.ts';
import { expect, test } from 'vitest';
import { roleSentences } from './users.ts';

test.each<[string, readonly Permission[], readonly string[]]>([
  [
    'a head of a sector',
    ['create_documents', 'create_users', 'reassign_documents'],
    [
      'sim: Cria e acompanha documentos',
      'sim: Cadastra pessoas e modelos do próprio setor',
      'sim: Redistribui documentos do setor',
      'não: Não muda setores nem alertas',
    ],
  ],
  [
    'a reader',
    ['read_documents'],
    ['sim: Consulta documentos, sem criar', 'não: Não cadastra pessoas', 'não: Não muda setores nem alertas'],
  ],
])('the note beside the role says what %s may do and what not', (_who, permissions, sentences) => {
  const said = roleSentences((permission) => permissions.includes(permission), false);
  expect(said.map(({ may, text }) => `${may ? 'sim' : 'não'}: ${text}`)).toEqual(sentences);
});
