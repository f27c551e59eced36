/** The acts on a document that open a form over its screen; they are part of the address. */
export const ACTS = ['transferir', 'concluir', 'reabrir', 'prorrogar', 'redistribuir'] as const;
export type Act = (typeof ACTS)[number];

/**
 * Id of the panel with the data of a document. On wide screens the form of Prorrogar is drawn
 * beside it.
 */
export const DOCUMENT_FACTS = 'dados-do-documento';
