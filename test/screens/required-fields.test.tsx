// What each form asks for before it can be sent, and that everything that is missing is said at
// once.

import { PERMISSIONS } from '#domain/permissions.ts';
import { expect, test } from 'vitest';
import { buildRoles, buildSession } from '../builders/build-people.ts';
import { openTestMirror } from '../builders/open-test-mirror.ts';
import { find, pageText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';

const FORMS: readonly (readonly [string, string, string])[] = [
  [
    '/admin/create-documents',
    'Enviar',
    'assunto, título, número físico, setor, responsável, data limite, texto e arquivo',
  ],
  ['/admin/create-users', 'Criar', 'nome, sobrenome, e-mail, papel, setor e senha'],
  ['/admin/create-organizations', 'Criar', 'nome e sigla'],
  ['/admin/create-alerts', 'Enviar', 'título, data limite e descrição'],
  ['/admin/create-document-subjects', 'Criar', 'nome'],
  ['/admin/create-models', 'Criar', 'tipo, setor, tipo de arquivo, nome, descrição e arquivo'],
];

test.each(FORMS)(
  'the empty form of %s has "%s" disabled and says all that is missing: %s',
  async (path, send, missing) => {
    const mirror = await openTestMirror(buildSession({ roles: buildRoles('Super Admin', PERMISSIONS) }));
    await openScreen({ mirror, path });
    await find('button', send);
    await until(() => expect(pageText()).toContain(`Falta: ${missing}`));
    expect((await find('button', send)).hasAttribute('disabled')).toBe(true);
  },
);
