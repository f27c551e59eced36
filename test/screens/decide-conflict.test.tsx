// The author of a reply decides what to do with it when its document was completed meanwhile.

import { expect, test } from 'vitest';
import { buildCommand, buildError } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { textOf } from './harness/accessible.ts';
import { actsOf } from './harness/acts-of.ts';
import { press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const COMPLETED = buildDocumentRow({
  title: 'Interdição da rua',
  limit_date: '2026-11-23',
  responsibles: [PEOPLE.bia],
  stored_status: 'completed',
  status: 'completed',
});

const CONFLICT = buildCommand('respond', {
  seq: 1,
  state: 'conflict',
  lastError: buildError({ class: 'conflict', status: 409, code: 'completed_meanwhile' }),
  payload: { content: '<p>Vistoria feita.</p>' },
});

test('a conflict shows the times of all acts of its author, and as stamps where each choice ends', async () => {
  const mirror = await openTown('Servidor', [COMPLETED]);
  const conflict = { ...CONFLICT, performedAtMs: NOW_MS - 120_000 };
  const completion = buildCommand('complete-document', { seq: 2, performedAtMs: NOW_MS - 60_000 });
  await mirror.commands.bulkPut([conflict, completion]);
  await openScreen({ mirror, path: `/admin/view-document/1?decidir=${conflict.id}` });
  await seesText('O que você fez · 10:58 e 10:59');
  await seesText('Finalizado, ainda não enviado 10:59');
  await seesText('10:58 · Vistoria feita.');
  await press('radio', /Enviar minha resposta e depois concluir/);
  const path = () => document.querySelector('[aria-label="Situação do documento depois de confirmar"]');
  await until(() => expect(path()).not.toBeNull());
  expect(textOf(path())).toBe(
    'Finalizado Tramitando, ainda não enviado com a resposta Finalizado, ainda não enviado você',
  );
  await seesText('e depois a sua conclusão (10:59) é enviada. Termina Finalizado por você.');
  await press('radio', /Enviar só minha resposta/);
  await until(() => expect(textOf(path())).toBe('Finalizado Tramitando, ainda não enviado com a resposta'));
  await press('radio', /Desistir/);
  await until(() => expect(path()).toBeNull());
});

test.each([
  ['with a completion that waits', true, /Enviar minha resposta e depois concluir/, ['respond', 'complete-document']],
  ['without one', false, /Enviar minha resposta e depois concluir/, ['respond', 'complete-document']],
  ['with a completion that waits', true, /Enviar só minha resposta/, ['respond']],
] as const)(
  'a reply that met a completed document, %s (%s), is sent by the choice %s as %j, each once',
  async (...row) => {
    const [, isWaiting, choice, rest] = row;
    const mirror = await openTown('Servidor', [COMPLETED]);
    await mirror.commands.bulkPut([CONFLICT, ...(isWaiting ? [buildCommand('complete-document', { seq: 2 })] : [])]);
    await openScreen({ mirror, path: `/admin/view-document/1?decidir=${CONFLICT.id}` });
    await press('radio', choice);
    await press('button', 'Confirmar');
    await seesText('Decidido: vai');
    expect((await actsOf(mirror)).map(({ type }) => type)).toEqual(['reopen-document', ...rest]);
  },
);
