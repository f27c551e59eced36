/** Parts of the document on narrow screens. */
export const DETAIL_TABS = ['tramitacao', 'informacoes', 'visto'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** Dialogs of the document's actions. */
export const ACTS = ['transferir', 'concluir', 'reabrir'] as const;
export type Act = (typeof ACTS)[number];

/** What the address asks to be shown over the document, and the ways to ask for it. */
export type DetailAsks = {
  readonly tab: DetailTab;
  readonly onTab: (tab: DetailTab) => void;
  readonly onAct: (act: Act) => void;
  readonly onPreview: (fileKey: string) => void;
  readonly onDecide: (commandId: string) => void;
  /** The document's address has become its number on the server. */
  readonly onRegistered: (serverId: number) => void;
};
