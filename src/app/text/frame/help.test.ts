import { expect, test } from 'vitest';
import { contactSentence, officeOf } from './help.ts';

test.each([
  ['Prefeitura', 'a Prefeitura'],
  ['Câmara', 'a Câmara'],
  [null, 'a organização'],
] as const)('a tenant of kind %s is called "%s" in the help', (kind, words) => {
  expect(officeOf(kind)).toBe(words);
});

test.each([
  ['', '', 'Não achou? Pergunte a quem cuida do Malote na sua organização.'],
  ['(00) 3344-0190', '', 'Não achou? Ligue para (00) 3344-0190.'],
  ['', 'suporte@example.test', 'Não achou? Escreva para suporte@example.test.'],
  [
    '(00) 3344-0190',
    'suporte@example.test',
    'Não achou? Ligue para (00) 3344-0190 ou escreva para suporte@example.test.',
  ],
])('the help with the phone "%s" and the e-mail "%s" ends with "%s"', (phone, email, sentence) => {
  expect(contactSentence({ phone, email })).toBe(sentence);
});
