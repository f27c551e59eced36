// What a deletion brings with it, in words (rule B11). The number stands apart, because it is drawn
// bold.

import { plural } from './grammar.ts';

export type EffectText = { readonly number: string; readonly rest: string };

/** `3 documentos abertos e 1 em atraso`; null when there are none. */
export function documentsNumber({ open, overdue }: { open: number; overdue: number }): string | null {
  const openText = plural(open, { zero: '', one: '1 documento aberto', other: (n) => `${n} documentos abertos` });
  if (overdue === 0) return openText === '' ? null : openText;
  if (open > 0) return `${openText} e ${overdue} em atraso`;
  return plural(overdue, { zero: '', one: '1 documento em atraso', other: (n) => `${n} documentos em atraso` });
}

/** `1 pessoa fica sem organização`. */
export function leftWithoutSector(count: number): string {
  return count === 1 ? '1 pessoa fica sem organização:' : `${count} pessoas ficam sem organização:`;
}

/** `1 modelo`, and what becomes of it. */
export function modelsText(count: number): EffectText {
  return count === 1
    ? { number: '1 modelo', rest: 'era só deste setor e sai da Ajuda.' }
    : { number: `${count} modelos`, rest: 'eram só desses setores e saem da Ajuda.' };
}

export const EFFECTS = {
  stayWithResponsibles: 'continuam com os responsáveis de hoje.',
  staysWithResponsible: 'continua com o responsável de hoje.',
  loseResponsible: 'ficam sem responsável ativo.',
  losesResponsible: 'fica sem responsável ativo.',
  sectorHistory: 'O nome fica no histórico do que já passou por ele.',
  userHistory: 'O nome fica no histórico dos documentos.',
  sessions: 'As sessões abertas terminam, e a pessoa não entra mais.',
  noDocuments: 'Nenhum documento aberto fica sem responsável.',
} as const;
