import { useLiveQuery } from 'dexie-react-hooks';
import { type NameBook, nameBook } from '#mirror/questions/people.ts';
import { useProfile } from '../profile/profile.tsx';
import { fullName, shortSectorName } from '../text/words/format.ts';
import type { Names } from '../text/sending/command-state.ts';

/** Names of people and sectors for sentences, live. */
export function useNames(): Names {
  const { mirror } = useProfile();
  return namesOf(useLiveQuery(() => nameBook(mirror), [mirror]));
}

/**
 * Names of people and sectors for sentences. For an id without a name, words such as 'outra
 * pessoa'.
 */
export function namesOf(book: NameBook | undefined): Names {
  return {
    person: (id) => {
      const person = book?.people.get(id);
      return person === undefined ? 'outra pessoa' : fullName(person);
    },
    sector: (id) => {
      const sector = book?.sectors.get(id);
      return sector === undefined ? 'outro setor' : shortSectorName(sector.name);
    },
  };
}
