import { compareNames } from '#domain/name-order.ts';
import type { ListOption } from '#ui/fields/option-row.tsx';
import { shortSectorName } from '../../text/words/format.ts';

type Sector = { readonly id: number; readonly name: string; readonly acronym: string };

/**
 * Sectors as options of a picker, in the order of the names that are shown: the whole ones mostly
 * begin alike. The acronym has a line of its own, with `note` behind it, so that a narrow field
 * does not cut it.
 */
export function sectorOptions(
  sectors: readonly Sector[],
  noteOf: (sector: Sector) => string | undefined = () => undefined,
): ListOption[] {
  return sectors
    .map((sector) => sectorOption(sector, { id: String(sector.id), note: noteOf(sector) }))
    .toSorted((left, right) => compareNames(left.text, right.text));
}

export function sectorOption(
  { name, acronym }: Pick<Sector, 'name' | 'acronym'>,
  { id, note }: { readonly id: string; readonly note?: string | undefined },
): ListOption {
  const detail = note === undefined ? acronym : `${acronym} ${note}`;
  return { id, text: shortSectorName(name), detail, search: `${name} ${acronym}` };
}
