import { compareNames } from '#domain/text.ts';
import type { ListOption } from '#ui/fields/option-row.tsx';
import { shortSectorName, NOT_SENT_YET } from '../../text/words/format.ts';
import { unsentRows } from '#mirror/questions/people.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';

type Sector = { readonly id: number; readonly name: string; readonly acronym: string };

/**
 * Sectors as options of a picker. They are ordered by their short names, because most full names
 * begin alike. The acronym and `note` stand on a second line, so that a narrow field does not cut
 * them.
 */
export function sectorOptions(
  sectors: readonly Sector[],
  noteOf: (sector: Sector) => string | undefined = () => undefined,
): ListOption[] {
  return sectors
    .map((sector) => sectorOption(sector, { id: String(sector.id), note: noteOf(sector) }))
    .toSorted((left, right) => compareNames(left.text, right.text));
}

function sectorOption(
  { name, acronym }: Pick<Sector, 'name' | 'acronym'>,
  { id, note }: { readonly id: string; readonly note?: string | undefined },
): ListOption {
  const detail = note === undefined ? acronym : `${acronym} ${note}`;
  return { id, text: shortSectorName(name), detail, search: `${name} ${acronym}` };
}

/**
 * Rows made on this device and not sent yet, as disabled options that say why. They have no id, and
 * a command with them could be sent before their creation (S58).
 */
export function useUnsentOptions(collection: 'organizations' | 'document_subjects'): ListOption[] {
  const { mirror } = useProfile();
  const rows = useLiveQuery(() => unsentRows(mirror, collection), [mirror, collection]) ?? [];
  return rows.map(({ key, row }) => {
    const { name, acronym } = row as { readonly name: string; readonly acronym?: string };
    if (acronym === undefined) return { id: key, text: name, detail: NOT_SENT_YET, search: name, isDisabled: true };
    return { ...sectorOption({ name, acronym }, { id: key, note: `· ${NOT_SENT_YET}` }), isDisabled: true };
  });
}
