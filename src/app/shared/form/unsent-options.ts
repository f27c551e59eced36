import { unsentRows } from '#mirror/questions/people.ts';
import type { ListOption } from '#ui/fields/option-row.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { NOT_SENT_YET } from '../../text/words/format.ts';
import { sectorOption } from './sector-options.ts';

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
