/** Page-like overlays are search parameters, so that going back closes them (experience T17). */
export type AdminSearch = { painel?: Panel };
export type Panel = 'avisos' | 'menu' | 'datas' | 'filtros';

const PANELS: readonly Panel[] = ['avisos', 'menu', 'datas', 'filtros'];

export function adminSearch(search: Record<string, unknown>): AdminSearch {
  const panel = PANELS.find((one) => one === search['painel']);
  return panel === undefined ? {} : { painel: panel };
}
