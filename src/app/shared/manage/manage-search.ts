/** The query of a management list, as it is in the address. */
export type ManageSearch = { readonly busca?: string; readonly situacao?: 'ativos' | 'inativos' };

/** Reads the address; what does not fit is left out. */
export function manageSearch(raw: Record<string, unknown>): ManageSearch {
  const { busca, situacao } = raw;
  return {
    ...(typeof busca === 'string' && busca.trim() !== '' ? { busca } : {}),
    ...(situacao === 'ativos' || situacao === 'inativos' ? { situacao } : {}),
  };
}

/** What the address of a form says: the command that is corrected in it. */
type FormSearch = { readonly editar?: string };

/** Reads the address; what does not fit is left out. */
export function formSearch({ editar }: Record<string, unknown>): FormSearch {
  return typeof editar === 'string' && editar !== '' ? { editar } : {};
}
