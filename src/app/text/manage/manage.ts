import { plural, formatTime } from '../words/format.ts';

/** Words that all management screens share. */
export const MANAGE = {
  status: 'Status',
  acts: 'Ações',
  active: 'Ativo',
  inactive: 'Inativo',
  both: 'Ativos e inativos',
  onlyActive: 'Só ativos',
  onlyInactive: 'Só inativos',
  edit: 'Editar',
  remove: 'Deletar',
  yes: 'Sim',
  cancel: 'Cancelar',
  removeAll: 'Deletar todos',
  offAll: 'Desativar todos',
  onAll: 'Ativar todos',
  clearFilters: 'Limpar filtros',
  instead: 'Desativar em vez de deletar',
  undo: 'Desfazer',
  counting: 'Conferindo o que depende disso…',
  notYet: 'Sem conexão: estes dados ainda não foram guardados aqui.',
  needsAuthor: 'Precisa de você',
  undone: 'A exclusão foi desfeita',
  undonePartly: 'Voltou o que ainda não tinha sido enviado. O resto já foi excluído.',
  tooLate: 'Não deu tempo de desfazer: a exclusão já foi enviada.',
} as const;

/** Ticks all rows on screen: `Selecionar todos os 42`; for a single row `Selecionar`. */
export function selectAllText(count: number): string {
  return count === 1 ? 'Selecionar' : `Selecionar todos os ${count}`;
}

// What a deletion causes, in words (rule B11). The number is separate, because it is drawn bold.

type EffectText = { readonly number: string; readonly rest: string };

/** `3 documentos abertos e 1 em atraso`; null when there are none. */
export function documentsNumber({ open, overdue }: { open: number; overdue: number }): string | null {
  const openText = plural(open, { zero: '', one: '1 documento aberto', other: (n) => `${n} documentos abertos` });
  if (overdue === 0) return openText === '' ? null : openText;
  if (open > 0) return `${openText} e ${overdue} em atraso`;
  return plural(overdue, { zero: '', one: '1 documento em atraso', other: (n) => `${n} documentos em atraso` });
}

/** Introduces the names of people whose sector is deleted: `1 pessoa fica sem organização:`. */
export function leftWithoutSector(count: number): string {
  return count === 1 ? '1 pessoa fica sem organização:' : `${count} pessoas ficam sem organização:`;
}

/** How many models were for the deleted sectors alone, and what happens to them. */
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

/** Words that all forms of reference data share. */
export const FORM = {
  create: 'Criar',
  import: 'Importar planilha',
  save: 'Salvar',
  cancel: 'Cancelar',
  connection: 'conexão',
  loading: 'Carregando o formulário',
  toList: 'Voltar para a lista',
  goneMeanwhile:
    'Alguém excluiu isto enquanto você editava. O que você escreveu continua aqui, mas não pode mais ser salvo.',
  gone: 'o que foi excluído não pode ser salvo',
  startOver: 'Começar do zero',
  status: 'Status',
  allRequired: 'Tudo é obrigatório.',
  unchanged: 'Nada mudou ainda.',
} as const;

/** `Rascunho guardado às 14:32`. `at`: epoch ms. */
export function keptText(at: number, zone: string): string {
  return `Rascunho guardado às ${formatTime(at, zone)}`;
}
