import { type UsedBefore, usedBefore } from '#mirror/questions/used-before.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';

const NONE: UsedBefore = { people: [], organizations: [] };

/** The people and sectors that this person used last, which pickers offer first (S224). */
export function useUsedBefore(): UsedBefore {
  const { mirror, person } = useProfile();
  return useLiveQuery(() => usedBefore(mirror, person), [mirror, person]) ?? NONE;
}
