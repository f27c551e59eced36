import { useLiveQuery } from 'dexie-react-hooks';
import { type NameBook, nameBook } from '#mirror/questions/people.ts';
import { useProfile } from '../profile/profile.tsx';
import { fullName, shortSectorName } from '../text/words/format.ts';
import type { Names } from '../text/sending/command-state.ts';

/** Names for sentences, live. */
export function useNames(): Names {
  const { mirror } = useProfile();
  return namesOf(useLiveQuery(() => nameBook(mirror), [mirror]));
}

/** Names for sentences. An id without a name gets words that say so. */
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
