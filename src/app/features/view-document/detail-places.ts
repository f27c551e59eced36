import type { Act } from '../../acts/document/acts.ts';

/** The tabs of the document on narrow screens. */
export const DETAIL_TABS = ['tramitacao', 'informacoes', 'visto'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** What the address shows over the document, and the callbacks that change it. */
export type DetailAsks = {
  readonly tab: DetailTab;
  readonly onTab: (tab: DetailTab) => void;
  readonly onAct: (act: Act) => void;
  readonly onPreview: (fileKey: string) => void;
  readonly onDecide: (commandId: string) => void;
  /** Called when the document gets a number, which is its new address. */
  readonly onRegistered: (serverId: number) => void;
};
