import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { fullName } from '../../text/words/format.ts';
import type { ListSearch } from './list-search.ts';

/**
 * The names of the sector and the person whose ids are in the address; empty while they are read.
 */
export type FilterNames = { readonly organization: string; readonly responsible: string; readonly subject: string };

export function useFilterNames(search: ListSearch): FilterNames {
  const { mirror } = useProfile();
  const { organization_id, responsible_id, document_subject_id } = search;
  const names = useLiveQuery(async () => {
    const organization = organization_id === undefined ? undefined : await mirror.organizations.get(organization_id);
    const responsible = responsible_id === undefined ? undefined : await mirror.users.get(responsible_id);
    const subject =
      document_subject_id === undefined ? undefined : await mirror.document_subjects.get(document_subject_id);
    return {
      organization: organization?.acronym ?? '',
      responsible: responsible === undefined ? '' : fullName(responsible),
      subject: subject?.name ?? '',
    };
  }, [mirror, organization_id, responsible_id, document_subject_id]);
  return names ?? { organization: '', responsible: '', subject: '' };
}
