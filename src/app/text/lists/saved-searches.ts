import type { DueSpan } from '#domain/deadlines.ts';
import { SAVED_SEARCHES_MAX, type SaveRefusal } from '#mirror/keep/saved-searches.ts';

/** Words of the saved searches (src/app/experience.md, experience W5). */
export const SAVED = {
  title: 'Buscas salvas',
  save: 'Salvar esta busca',
  name: 'Nome da busca',
  newName: 'Novo nome',
  empty: 'Nenhuma busca salva.',
  how: 'Escolha filtros, prazos, palavras ou outra ordem na lista e volte aqui para salvar.',
  where: 'Ficam neste aparelho, só para você, até você sair da sua conta.',
  inUse: 'em uso',
  rename: 'Renomear',
  keep: 'Guardar nome',
  cancel: 'Cancelar',
  remove: 'Apagar',
  undo: 'Desfazer',
  list: 'Suas buscas',
} as const;

export const SAVE_REFUSAL: Readonly<Record<Exclude<SaveRefusal, 'none'>, string>> = {
  blank: 'Dê um nome à busca.',
  too_many: `Cabem ${SAVED_SEARCHES_MAX} buscas. Apague uma para salvar outra.`,
  name_taken: 'Já existe uma busca com esse nome.',
  too_long: 'Esta busca é longa demais para ser salva.',
};

/** How a choice of deadlines reads in the proposed name. */
export const DUE_IN_NAME: Readonly<Record<DueSpan, string>> = {
  today: 'vencendo hoje',
  week: 'vencendo esta semana',
  ten_days: 'vencendo em 10 dias',
};

export function removedText(name: string): string {
  return `“${name}” foi apagada.`;
}

export function renamedText(name: string): string {
  return `“${name}” tem outro nome agora.`;
}

export function alreadySavedText(name: string): string {
  return `Esta busca já está salva: “${name}”.`;
}
