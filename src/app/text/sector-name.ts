import type { OrganizationRef } from '#contract/references.ts';

const OFFICE = /^(secretaria|secretária) municipal d[aeo]s? /i;

/** `Obras e Infraestrutura` for `Secretaria Municipal de Obras e Infraestrutura`: the screens are narrow, the prefix says nothing. */
export function shortSectorName(name: string): string {
  return name.replace(OFFICE, '');
}

/** `Obras e Infraestrutura (SEMOB)`. */
export function sectorWithAcronym(sector: Pick<OrganizationRef, 'name' | 'acronym'>): string {
  return `${shortSectorName(sector.name)} (${sector.acronym})`;
}
