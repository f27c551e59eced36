// "Editar" of a waiting creation, which brings it back into the form of a new document.

import { correctionDraftOf } from '#commands/outbox/correct-creation.ts';
import { expect, test } from 'vitest';
import { buildCommand, buildError, uuid } from '../builders/build-command.ts';
import { field, fill, press, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const DRAFT = correctionDraftOf(uuid(1));

test('what was corrected in a refused creation stays when the creation is tried again and then edited', async () => {
  const mirror = await openTown('Servidor');
  const lastError = buildError({ class: 'invalid', status: 422, errors: { title: ['O título já existe.'] } });
  await mirror.commands.put(buildCommand('create-document', { id: uuid(1), state: 'refused', lastError }));
  const { goTo } = await openScreen({ mirror, path: '/admin/outbox' });
  await press('link', 'Corrigir');
  await fill('Título', 'Drenagem da rua Dez');
  const titleOf = async () => (await mirror.drafts.get(DRAFT))?.fields['title'];
  await until(async () => expect(await titleOf()).toBe('Drenagem da rua Dez'));

  await goTo('/admin/outbox');
  await press('button', 'Mais opções: Criar “Medição de novembro”');
  await press('menuitem', 'Tentar agora');
  await press('link', 'Editar');
  await until(async () => expect((await field('Título')).value).toBe('Drenagem da rua Dez'));
  expect(await mirror.commands.count()).toBe(0);
  expect((await mirror.drafts.get(DRAFT))?.fields).toMatchObject({ corrects: null, errors: {} });
});
