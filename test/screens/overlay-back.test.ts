// Overlays that are part of the address, closed by the browser's Back and by their own buttons.

import { expect, test } from 'vitest';
import { chooseEditor } from '#app/device/editor-choice.ts';
import { buildCommand, buildError } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { all, textOf } from './harness/accessible.ts';
import { field, find, press, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const OPEN = buildDocumentRow({ title: 'Interdição da rua', responsibles: [PEOPLE.bia] });
const COMPLETED = buildDocumentRow({
  id: 2,
  number: 43,
  title: 'Muro do cemitério',
  responsibles: [PEOPLE.bia],
  stored_status: 'completed',
  status: 'completed',
});

test('after an overlay was left by Back, a reply that is edited stays on screen', async () => {
  chooseEditor('simple');
  const mirror = await openTown('Servidor', [OPEN, COMPLETED]);
  const lastError = buildError({ class: 'conflict', status: 409, code: 'completed_meanwhile' });
  await mirror.commands.bulkPut([
    buildCommand('respond', { seq: 1, documentKey: 's:2', state: 'conflict', lastError }),
    buildCommand('respond', { seq: 2, documentKey: 's:1', payload: { content: '<p>Vistoria feita.</p>' } }),
  ]);
  const { address, back } = await openScreen({ mirror, path: '/admin/outbox' });
  await press('button', /^Resolver/);
  await press('radio', /Desistir/);
  back();
  await until(() => expect(address()).toBe('/admin/outbox'));
  await press('button', 'Mais opções: Responder PMVI 042');
  await until(() => {
    const edit = all('menuitem').find((one) => textOf(one).startsWith('Editar'));
    if (edit === undefined) throw new Error('no entry Editar');
    edit.click();
  });
  await until(async () => expect((await field('Sua resposta')).value).toBe('Vistoria feita.'));
  await until(() => expect(address()).toBe('/admin/view-document/1'));
  await find('heading', 'Interdição da rua');
});

test('an overlay that its button has opened is closed into the entry before it', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  const { address, goTo, back } = await openScreen({ mirror, path: '/admin/home' });
  await goTo('/admin/view-document/1');
  await press('button', 'Transferir');
  await until(() => expect(address()).toBe('/admin/view-document/1?acao=transferir'));
  await press('button', 'Cancelar');
  await until(() => expect(address()).toBe('/admin/view-document/1'));
  back();
  await until(() => expect(address()).toBe('/admin/home'));
});
