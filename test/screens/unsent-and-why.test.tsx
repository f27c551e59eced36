// What is not sent yet, and why: one press, on the pill that stands on every screen.

import { expect, test } from 'vitest';
import { buildCommand, buildError } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { find, pageText, press, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { countPresses } from './harness/presses.ts';
import { withDocuments } from './harness/rows.ts';
import { openTown } from './harness/town.ts';

test('one press on the pill names each item that waits with its reason, what needs its author first', async () => {
  const mirror = await openTown('Servidor');
  await withDocuments(mirror, [buildDocumentRow()]);
  const refused = buildError({ class: 'permission', status: 403, code: 'not_allowed' });
  await mirror.commands.bulkPut([
    buildCommand('respond', { seq: 1, documentKey: 's:1', payload: { content: '<p>Segue.</p>' } }),
    buildCommand('complete-document', { seq: 2, documentKey: 's:1', state: 'refused', lastError: refused }),
    buildCommand('reopen-document', { seq: 3, documentKey: 's:1' }),
    ...[4, 5, 6].map((seq) =>
      buildCommand('respond', { seq, documentKey: 's:1', payload: { content: '<p>Mais.</p>' } }),
    ),
  ]);
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await find('button', /1 a resolver|1 item precisa de você/);
  const presses = countPresses();
  await press('button', /1 a resolver|1 item precisa de você/);
  await find('dialog', 'Envio');
  const dialog = () => document.querySelector('[role="dialog"]');
  await until(() => expect(dialog()?.querySelectorAll('li')).toHaveLength(5));
  const [first, ...others] = [...(dialog()?.querySelectorAll('li') ?? [])].map((item) => item.textContent);
  expect(first).toMatch(/^Concluir PMVI 042Não aceito: sem permissão/);
  expect(others).toEqual([
    'Responder PMVI 042Na fila',
    'Reabrir PMVI 042Aguarda outro envio',
    'Responder PMVI 042Aguarda outro envio',
    'e mais 2',
  ]);
  expect(presses()).toBe(1);
  expect(pageText()).toContain('6 itens neste aparelho: 1 precisa de você, 5 na fila');
});

test('the pill lists what its number counts: that a document was seen is no item', async () => {
  const mirror = await openTown('Servidor');
  await withDocuments(mirror, [buildDocumentRow()]);
  await mirror.commands.bulkPut([
    ...[1, 2, 3].map((seq) => buildCommand('record-view', { seq, documentKey: 's:1' })),
    buildCommand('respond', { seq: 4, documentKey: 's:1' }),
  ]);
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await press('button', /1 na fila/);
  const dialog = await find('dialog', 'Envio');
  await until(() => expect(dialog.textContent).toContain('Responder PMVI 042'));
  expect([...dialog.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['Responder PMVI 042Na fila']);
});
