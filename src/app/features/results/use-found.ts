import type { OrganizationRow, UserRow } from '#contract/reference-data.ts';
import { fold, matchesTokens, searchTokens } from '#domain/search.ts';
import { activeOrganizations, activePeople } from '#mirror/questions/people.ts';
import { type FoundDocuments, searchDocuments } from '#mirror/questions/search-documents.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { fullName } from '../../text/names.ts';

/** Documents on screen; the list has the rest. */
const SHOWN = 30;

/** What a text finds on this device; undefined while it is asked for. */
export type Found = {
  readonly documents: FoundDocuments | undefined;
  readonly sectors: readonly OrganizationRow[] | undefined;
  readonly people: readonly UserRow[] | undefined;
};

/** Everything that the text finds, because each tab says how much it holds. Each kind is shown as soon as it is there. */
export function useFound(text: string): Found {
  const { mirror, person, today } = useProfile();
  const documents = useLiveQuery(
    () => searchDocuments(mirror, { text, person, today, limit: SHOWN }),
    [mirror, text, person, today],
  );
  const sectors = useLiveQuery(async () => {
    const tokens = searchTokens(text);
    const all = tokens.length === 0 ? [] : await activeOrganizations(mirror);
    return all.filter((one) => matchesTokens(fold(`${one.name} ${one.acronym}`), tokens));
  }, [mirror, text]);
  const people = useLiveQuery(async () => {
    const tokens = searchTokens(text);
    const all = tokens.length === 0 ? [] : await activePeople(mirror);
    return all.filter((one) => matchesTokens(fold(fullName(one)), tokens));
  }, [mirror, text]);
  return { documents, sectors, people };
}
