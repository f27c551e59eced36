import { expect, test } from 'vitest';
import { previewText } from './conflict.ts';

const facts = {
  name: 'PMVI 042',
  filesCount: 0,
  reopens: true,
  currentLimitDate: '2026-11-27',
  newLimitDate: null,
  to: null,
  hasWords: true,
  isCompleted: true,
  statusLabel: 'Finalizados',
};

test.each([
  [[], 'Ao confirmar: PMVI 042 volta a Tramitando com a sua resposta.'],
  [
    ['Concluir PMVI 042'],
    'Ao confirmar: PMVI 042 volta a Tramitando com a sua resposta. Em seguida vai o que você já tinha feito: Concluir PMVI 042.',
  ],
  [
    ['Transferir PMVI 042 para Obras', 'Concluir PMVI 042'],
    'Ao confirmar: PMVI 042 volta a Tramitando com a sua resposta. Em seguida vai o que você já tinha feito: Transferir PMVI 042 para Obras; Concluir PMVI 042.',
  ],
])('the preview of a decision names what follows it: %j', (follows, text) => {
  expect(previewText('text-only', { ...facts, follows })).toBe(text);
});

test('giving up a conflict names what is still sent', () => {
  expect(previewText('give-up', { ...facts, follows: ['Concluir PMVI 042'] })).toBe(
    'Ao confirmar: PMVI 042 fica como está, e o seu texto vira rascunho. Em seguida vai o que você já tinha feito: Concluir PMVI 042.',
  );
});
