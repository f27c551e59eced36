export type CreateSearch = {
  /** The draft to continue, without asking. */
  rascunho?: string;
  /** The queued or refused creation that goes back into the form. */
  editar?: string;
  /** Set when files that another application shared could not be stored. */
  compartilhado?: 'falhou';
};

/** Reads the address; unknown parameters are ignored. */
export function createSearch(search: Record<string, unknown>): CreateSearch {
  const { rascunho, editar, compartilhado } = search;
  return {
    ...(typeof rascunho === 'string' ? { rascunho } : {}),
    ...(typeof editar === 'string' ? { editar } : {}),
    ...(compartilhado === 'falhou' ? { compartilhado } : {}),
  };
}
