import { expect, test } from 'vitest';
import { agoText, clockText, onlyHere, ownWhy } from './device-data.ts';

test.each([
  [null, 'ainda não comparada', null],
  [0, 'certa', 'Diferença de 0 segundos para o servidor.'],
  [-1_000, 'certa', 'Diferença de 1 segundo para o servidor.'],
  [60_000, '1 minuto atrasada', 'Acerte a hora nas configurações do aparelho.'],
  [-300_000, '5 minutos adiantada', 'Acerte a hora nas configurações do aparelho.'],
])('a server clock %s ms ahead of the device reads "%s"', (offset, word, meaning) => {
  expect(clockText(offset)).toEqual({ word, meaning });
});

test.each([
  [20_000, 'Agora mesmo.'],
  [61_000, 'Há 1 minuto.'],
  [7_200_000, 'Há 2 horas.'],
  [90_000_000, 'Há 1 dia.'],
])('%s ms ago reads "%s"', (since, text) => {
  expect(agoText(since)).toBe(text);
});

test.each([
  [{ unsent: 0, drafts: 0 }, 'Nada à espera.'],
  [{ unsent: 1, drafts: 0 }, '1 envio. Nunca é apagado sozinho.'],
  [{ unsent: 3, drafts: 1 }, '3 envios e 1 rascunho. Nunca são apagados sozinhos.'],
])('own work %o reads "%s"', (own, text) => {
  expect(ownWhy(own)).toBe(text);
});

test('one thing exists here only, several exist here only', () => {
  expect(onlyHere({ unsent: 0, drafts: 1 })).toBe('1 rascunho só existe aqui.');
  expect(onlyHere({ unsent: 3, drafts: 1 })).toBe('3 envios e 1 rascunho só existem aqui.');
});
