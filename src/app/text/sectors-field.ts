import { plural } from './grammar.ts';

/** Words of the field for several sectors. */
export const SECTORS_FIELD = {
  all: 'Selecionar todos',
  chosen: 'escolhidos',
} as const;

/** `3 setores`. */
export function sectorsCount(count: number): string {
  return plural(count, { zero: 'Nenhum setor', one: '1 setor', other: (n) => `${n} setores` });
}
