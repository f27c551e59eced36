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

/** `Selecionar todos os 42`; one row is `Selecionar`. */
export function selectAllText(count: number): string {
  return count === 1 ? 'Selecionar' : `Selecionar todos os ${count}`;
}
