export type ResultsTab = 'documentos' | 'setores' | 'usuarios';

const TABS: readonly ResultsTab[] = ['documentos', 'setores', 'usuarios'];

/** The open tab is part of the address. */
export function resultsSearch(raw: Record<string, unknown>): { aba?: ResultsTab } {
  const tab = TABS.find((one) => one === raw['aba']);
  return tab === undefined ? {} : { aba: tab };
}
