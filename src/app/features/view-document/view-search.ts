// The search parameters of a document's screen.

import { type Act, ACTS } from '../../acts/document/acts.ts';

/** The tabs of the document on narrow screens. */
const DETAIL_TABS = ['tramitacao', 'informacoes', 'visto'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/**
 * What is open over or beside the document. It is part of the address, so that going back closes
 * it.
 */
export type ViewSearch = {
  aba?: DetailTab;
  acao?: Act;
  /** Key of the file that is previewed. */
  previa?: string;
  /** The command whose conflict is being settled. */
  decidir?: string;
  /** The queued reply that goes back into the reply box. */
  editar?: string;
  /** The words of the search that led to the document. They are marked in its texts. */
  busca?: string;
};

/** Reads the address; unknown parameters are ignored. */
export function viewSearch(search: Record<string, unknown>): ViewSearch {
  const tab = DETAIL_TABS.find((one) => one === search['aba']);
  const act = ACTS.find((one) => one === search['acao']);
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined);
  const named = { previa: text('previa'), decidir: text('decidir'), editar: text('editar'), busca: text('busca') };
  return {
    ...(tab === undefined ? {} : { aba: tab }),
    ...(act === undefined ? {} : { acao: act }),
    ...(named.previa === undefined ? {} : { previa: named.previa }),
    ...(named.decidir === undefined ? {} : { decidir: named.decidir }),
    ...(named.editar === undefined ? {} : { editar: named.editar }),
    ...(named.busca === undefined ? {} : { busca: named.busca }),
  };
}

/** What the address says is open over the document, and the callbacks that change it. */
export type DetailAsks = {
  readonly tab: DetailTab;
  readonly onTab: (tab: DetailTab) => void;
  readonly onAct: (act: Act) => void;
  readonly onPreview: (fileKey: string) => void;
  readonly onDecide: (commandId: string) => void;
  /** The words of the search that led to the document, to be marked; null = none. */
  readonly words: string | null;
  readonly onUnmark: () => void;
  /** Called when the document gets a number, which is its new address. */
  readonly onRegistered: (serverId: number) => void;
};
