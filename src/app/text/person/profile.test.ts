import { expect, test } from 'vitest';
import { escalationText, reachText, remindersText } from './profile.ts';

test.each([
  [1, 'A mudança vale só para você: ninguém mais usa o sistema nesta organização.'],
  [2, 'A mudança vale para as 2 pessoas da organização.'],
])('a change of the organization with %i active people says whom it reaches', (people, sentence) => {
  expect(reachText(people)).toBe(sentence);
});

test.each([
  [[5, 3, 1, 0], 'Lembretes: 5, 3, 1 dias antes e no dia'],
  [[1, 0], 'Lembretes: 1 dia antes e no dia'],
  [[2], 'Lembretes: 2 dias antes'],
  [[0], 'Lembretes: no dia'],
  [[], 'Lembretes: nenhum'],
])('reminders on %j are told in one sentence', (days, sentence) => {
  expect(remindersText(days)).toBe(sentence);
});

test.each([
  [1, 'Após 1 dia útil de atraso'],
  [3, 'Após 3 dias úteis de atraso'],
  [null, 'Nunca'],
])('a chief is told after %j', (days, words) => {
  expect(escalationText(days)).toBe(words);
});
