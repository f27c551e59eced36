import { expect, it } from 'vitest';
import { type FoundCounts, foundSentence, textScopeText } from './results.ts';

it.each([
  [{ searched: 200, kept: 812, all: 812, isDone: false }, 'Procurando também no texto… 200 de 812'],
  [
    { searched: 812, kept: 812, all: 812, isDone: true },
    'Procurado também no texto dos 812 documentos guardados neste aparelho.',
  ],
  [
    { searched: 1, kept: 1, all: 2, isDone: true },
    'Procurado também no texto do documento guardado neste aparelho. O texto de 1 outro não está aqui.',
  ],
  [
    { searched: 5000, kept: 6000, all: 20_000, isDone: true },
    'Procurado também no texto dos 5000 documentos mais novos. O texto dos mais antigos ficou de fora.',
  ],
  [{ searched: 0, kept: 0, all: 9, isDone: true }, 'O texto dos documentos ainda não está neste aparelho.'],
  [{ searched: 0, kept: 0, all: 0, isDone: true }, 'Não há documentos neste aparelho.'],
])('what was searched of %o reads "%s"', (scope, words) => {
  expect(textScopeText(scope)).toBe(words);
});

const listed = (total: number, ...places: FoundCounts['listed']['places']): FoundCounts['listed'] => ({
  total,
  shown: places.reduce((sum, { shown }) => sum + shown, 0),
  places,
});

it.each<[string, FoundCounts]>([
  [
    '5 documentos: 3 no título e 2 no texto',
    { listed: listed(3, { place: 'title', shown: 3 }), texts: { total: 2, shown: 2 } },
  ],
  ['1 documento: 1 no texto', { listed: listed(0), texts: { total: 1, shown: 1 } }],
  [
    '120 documentos, os 30 primeiros abaixo',
    { listed: listed(120, { place: 'other', shown: 30 }), texts: { total: 0, shown: 0 } },
  ],
  [
    '165 documentos: 120 em título, números e outros dados (os 30 primeiros abaixo) e 45 no texto (os 30 primeiros abaixo)',
    { listed: listed(120, { place: 'other', shown: 30 }), texts: { total: 45, shown: 30 } },
  ],
])('a sentence counts what was found in texts too: "%s"', (words, counts) => {
  expect(foundSentence(counts)).toBe(words);
});
