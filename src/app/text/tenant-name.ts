/** `Prefeitura Municipal de Vale do Ipê` → `Vale do Ipê` over `Prefeitura Municipal`; other names stay whole. */
export function splitTenantName(name: string): { readonly place: string; readonly kind: string | null } {
  const match = /^((?:Prefeitura|Câmara)(?: Municipal)?) (?:de|do|da|dos|das) (.+)$/u.exec(name);
  const [, kind, place] = match ?? [];
  return kind === undefined || place === undefined ? { place: name, kind: null } : { place, kind };
}
