export type CreateSearch = {
  /** The draft to go on with, without asking. */
  rascunho?: string;
  /** Queued or refused creation that goes back into the form. */
  editar?: string;
};

/** Reads the address; what it does not know is ignored. */
export function createSearch(search: Record<string, unknown>): CreateSearch {
  const { rascunho, editar } = search;
  return {
    ...(typeof rascunho === 'string' ? { rascunho } : {}),
    ...(typeof editar === 'string' ? { editar } : {}),
  };
}
