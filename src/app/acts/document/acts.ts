/** The acts on a document that open a form over its screen; they are part of the address. */
export const ACTS = ['transferir', 'concluir', 'reabrir', 'prorrogar', 'redistribuir'] as const;
export type Act = (typeof ACTS)[number];

/**
 * Id of the data of a document in its panel, beside which the form of Prorrogar stands on wide
 * screens.
 */
export const DOCUMENT_FACTS = 'dados-do-documento';
