import { plural } from '../words/grammar.ts';

/** Words of ticking rows of a list (rule F9). */
export const SELECTION = {
  select: 'Selecionar',
  cancel: 'Cancelar',
  clear: 'Limpar seleção',
  /** On phones, where the count stands beside it. */
  clearShort: 'Limpar',
  allOnPage: 'Selecionar todos desta página',
} as const;

/** `Selecionar todos os 9 desta página`. */
export function allOnPageText(count: number): string {
  return count === 1 ? SELECTION.allOnPage : `Selecionar todos os ${count} desta página`;
}

/** `3 itens foram selecionados`, `1 item foi selecionado` (rule F9). */
export function selectedText(count: number): string {
  return plural(count, {
    zero: 'Nenhum item selecionado',
    one: '1 item foi selecionado',
    other: (n) => `${n} itens foram selecionados`,
  });
}
