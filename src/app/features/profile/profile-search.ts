const TABS = ['cadastro', 'senha', 'administrador', 'organizacao', 'avisos'] as const;
export type ProfileTab = (typeof TABS)[number];

/** `aba`: the part of the profile that is shown. */
export function profileSearch(raw: Record<string, unknown>): { aba?: ProfileTab } {
  const tab = TABS.find((one) => one === raw['aba']);
  return tab === undefined ? {} : { aba: tab };
}
