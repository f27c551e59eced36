import { type Act, ACTS } from '../../acts/document/acts.ts';
import { DETAIL_TABS, type DetailTab } from './detail-places.ts';

/**
 * The dialog or panel over or beside the document. It is part of the address, so that going back
 * closes it.
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
};

/** Reads the address; unknown parameters are ignored. */
export function viewSearch(search: Record<string, unknown>): ViewSearch {
  const tab = DETAIL_TABS.find((one) => one === search['aba']);
  const act = ACTS.find((one) => one === search['acao']);
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined);
  const named = { previa: text('previa'), decidir: text('decidir'), editar: text('editar') };
  return {
    ...(tab === undefined ? {} : { aba: tab }),
    ...(act === undefined ? {} : { acao: act }),
    ...(named.previa === undefined ? {} : { previa: named.previa }),
    ...(named.decidir === undefined ? {} : { decidir: named.decidir }),
    ...(named.editar === undefined ? {} : { editar: named.editar }),
  };
}
