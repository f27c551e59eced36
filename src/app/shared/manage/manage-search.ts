/** The search parameters of a management list. */
export type ManageSearch = { readonly busca?: string; readonly situacao?: 'ativos' | 'inativos' };

/** Reads the address. Invalid parameters are ignored. */
export function manageSearch(raw: Record<string, unknown>): ManageSearch {
  const { busca, situacao } = raw;
  return {
    ...(typeof busca === 'string' && busca.trim() !== '' ? { busca } : {}),
    ...(situacao === 'ativos' || situacao === 'inativos' ? { situacao } : {}),
  };
}

/** `editar`: id of the command that is corrected in the form. */
type FormSearch = { readonly editar?: string };

/** Reads the address. Invalid parameters are ignored. */
export function formSearch({ editar }: Record<string, unknown>): FormSearch {
  return typeof editar === 'string' && editar !== '' ? { editar } : {};
}
