import { expect, test } from 'vitest';
import { choiceWords, previewText } from './conflict.ts';

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
  completes: false,
  currentlyWith: 'Davi Reis',
  completedAt: null,
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

test.each([
  [
    '15:17',
    [],
    'Ao confirmar: PMVI 042 volta a Tramitando com a sua resposta, e depois a sua conclusão (15:17) é enviada. Termina Finalizado por você.',
  ],
  [
    null,
    [],
    'Ao confirmar: PMVI 042 volta a Tramitando com a sua resposta, e depois você conclui de novo. Termina Finalizado por você.',
  ],
  [
    '15:17',
    ['Responder PMVI 042'],
    'Ao confirmar: PMVI 042 volta a Tramitando com a sua resposta. Em seguida vai o que você já tinha feito: Responder PMVI 042. Depois a sua conclusão (15:17) é enviada. Termina Finalizado por você.',
  ],
])(
  'sending the reply and then completing names each step, with a completion made at %s and %j',
  (completedAt, follows, text) => {
    expect(previewText('then-complete', { ...facts, completedAt, follows })).toBe(text);
  },
);

test('choices without use for the waiting completion say that it leaves the queue', () => {
  const words = (choice: 'text-only' | 'give-up' | 'on-top') =>
    choiceWords(choice, { ...facts, completedAt: '15:17' }).detail;
  expect(words('text-only')).toContain('A sua conclusão das 15:17 sai da fila.');
  expect(words('give-up')).toContain('A sua conclusão das 15:17 sai da fila.');
  expect(words('on-top')).not.toContain('sai da fila');
});

test('the choices for a completion name whose the document is now', () => {
  const given = { ...facts, completes: true, hasWords: false, isCompleted: false, statusLabel: 'Tramitando' };
  expect(choiceWords('on-top', given)).toEqual({
    text: 'Concluir assim mesmo',
    detail: 'O documento está com Davi Reis e fica finalizado por você.',
  });
  expect(choiceWords('give-up', given)).toEqual({
    text: 'Desistir de concluir',
    detail: 'Fica como está: Tramitando, com Davi Reis.',
  });
  expect(previewText('on-top', { ...given, follows: [] })).toBe('Ao confirmar: você conclui PMVI 042.');
});

test('names keep their letters where an act stands inside a sentence', () => {
  expect(previewText('on-top', { ...facts, to: 'Rosângela Meireles, SEMOB', follows: [] })).toBe(
    'Ao confirmar: reabre, registra a resposta e transfere para Rosângela Meireles, SEMOB em PMVI 042.',
  );
});
