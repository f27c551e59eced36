import { type ManageSearch, manageSearch } from '../../shared/manage/manage-search.ts';

/**
 * The query of the list of people: `setor` is a sector's id, 0 for people without one; `papel` a
 * role's name.
 */
export type UsersSearch = ManageSearch & { readonly setor?: number; readonly papel?: string };

/** Reads the address; what does not fit is left out. */
export function usersSearch(raw: Record<string, unknown>): UsersSearch {
  const sector = raw['setor'] === undefined ? Number.NaN : Number(raw['setor']);
  const { papel } = raw;
  return {
    ...manageSearch(raw),
    ...(Number.isSafeInteger(sector) && sector >= 0 ? { setor: sector } : {}),
    ...(typeof papel === 'string' && papel !== '' ? { papel } : {}),
  };
}

type Person = { readonly organization: { readonly id: number } | null; readonly role: string | null };

/** Whether a person has the sector and the role of the query. */
export function passesUsers({ setor, papel }: UsersSearch, person: Person): boolean {
  const isThere = setor === undefined || (person.organization?.id ?? 0) === setor;
  return isThere && (papel === undefined || person.role === papel);
}
