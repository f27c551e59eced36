/** Parts of the document on narrow screens. */
export const DETAIL_TABS = ['tramitacao', 'informacoes', 'visto'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** Dialogs of the document's actions. */
export const ACTS = ['transferir', 'concluir', 'reabrir'] as const;
export type Act = (typeof ACTS)[number];
