import { compareNames } from '#domain/text.ts';
import type { ListOption } from '#ui/fields/option-row.tsx';
import { shortSectorName, NOT_SENT_YET } from '../../text/words/format.ts';
import { unsentRows } from '#mirror/questions/people.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';

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

function sectorOption(
  { name, acronym }: Pick<Sector, 'name' | 'acronym'>,
  { id, note }: { readonly id: string; readonly note?: string | undefined },
): ListOption {
  const detail = note === undefined ? acronym : `${acronym} ${note}`;
  return { id, text: shortSectorName(name), detail, search: `${name} ${acronym}` };
}

/**
 * Rows made on this device as options of a picker. They have no id yet, and a command that names
 * them could be sent before their creation (S58): they are listed below the others, can't be
 * chosen, and say why.
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
