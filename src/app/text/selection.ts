import { plural } from './grammar.ts';

/** Words of ticking rows of a list (rule F9). */
export const SELECTION = {
  select: 'Selecionar',
  clear: 'Limpar seleção',
  /** On phones, where the count stands beside it. */
  clearShort: 'Limpar',
  allOnPage: 'Selecionar todos desta página',
} as const;

/** `3 itens foram selecionados`, `1 item foi selecionado` (rule F9). */
export function selectedText(count: number): string {
  return plural(count, {
    zero: 'Nenhum item selecionado',
    one: '1 item foi selecionado',
    other: (n) => `${n} itens foram selecionados`,
  });
}
