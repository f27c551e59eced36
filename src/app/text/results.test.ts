import { expect, it } from 'vitest';
import { textScopeText } from './results.ts';

it.each([
  [{ searched: 200, kept: 812, all: 812, isDone: false }, 'Procurando também no texto… 200 de 812'],
  [
    { searched: 812, kept: 812, all: 812, isDone: true },
    'Procurado também no texto dos 812 documentos guardados neste aparelho.',
  ],
  [
    { searched: 1, kept: 1, all: 2, isDone: true },
    'Procurado também no texto do documento guardado neste aparelho. De 1 outro não há o texto aqui.',
  ],
  [
    { searched: 5000, kept: 6000, all: 20_000, isDone: true },
    'Procurado também no texto dos 5000 documentos mais novos. No texto dos mais antigos não foi procurado.',
  ],
  [{ searched: 0, kept: 0, all: 9, isDone: true }, 'O texto dos documentos ainda não está neste aparelho.'],
  [{ searched: 0, kept: 0, all: 0, isDone: true }, 'Não há documentos neste aparelho.'],
])('what was searched of %o reads "%s"', (scope, words) => {
  expect(textScopeText(scope)).toBe(words);
});
