// Names of people, sectors and tenants, as short as their places.

import type { OrganizationRef } from '#contract/references.ts';

/** A person's name in its two parts. */
export type Named = { readonly name: string; readonly last_name: string };

export function fullName(person: Named): string {
  return `${person.name} ${person.last_name}`.trim();
}

/** The first given name and the last surname, for places where the whole name would be too long. */
export function shortName(person: Named): string {
  const first = person.name.split(' ')[0] ?? person.name;
  const last = person.last_name.split(' ').at(-1) ?? '';
  return `${first} ${last}`.trim();
}

const OFFICE = /^(secretaria|secretária) municipal d[aeo]s? /i;

/**
 * `Obras e Infraestrutura` for `Secretaria Municipal de Obras e Infraestrutura`: the screens are
 * narrow, the prefix says nothing.
 */
export function shortSectorName(name: string): string {
  return name.replace(OFFICE, '');
}

/** `Obras e Infraestrutura (SEMOB)`. */
export function sectorWithAcronym(sector: Pick<OrganizationRef, 'name' | 'acronym'>): string {
  return `${shortSectorName(sector.name)} (${sector.acronym})`;
}

/**
 * `Prefeitura Municipal de Vale do Ipê` → `Vale do Ipê` over `Prefeitura Municipal`; other names
 * stay whole.
 */
export function splitTenantName(name: string): { readonly place: string; readonly kind: string | null } {
  const match = /^((?:Prefeitura|Câmara)(?: Municipal)?) (?:de|do|da|dos|das) (.+)$/u.exec(name);
  const [, kind, place] = match ?? [];
  return kind === undefined || place === undefined ? { place: name, kind: null } : { place, kind };
}

/**
 * The one word for what the tenant is; null for a name that does not say it. Both words are
 * feminine.
 */
export function tenantKind(name: string): 'Prefeitura' | 'Câmara' | null {
  const [, kind] = /^(Prefeitura|Câmara)\b/u.exec(name) ?? [];
  return kind === 'Prefeitura' || kind === 'Câmara' ? kind : null;
}

/** Why a row made on this device can't be chosen yet. */
export const NOT_SENT_YET = 'Ainda não foi enviado: pode ser escolhido depois.';
