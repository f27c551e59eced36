/** What the address of a form says: the command that is corrected in it. */
export type FormSearch = { readonly editar?: string };

/** Reads the address; what does not fit is left out. */
export function formSearch({ editar }: Record<string, unknown>): FormSearch {
  return typeof editar === 'string' && editar !== '' ? { editar } : {};
}
