import { copyBoundOf, isCopyComplete } from '#mirror/questions/copy-bound.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';

/**
 * `asked`: it is being found out. `nowhere`: the server does not have it for this person. `unanswered`: the server did not say.
 */
type Whereabouts = 'asked' | 'nowhere' | 'unanswered' | 'unknown';

/**
 * Where a document is that this device has not. A copy that is complete and not bounded has every document in sight. Otherwise the
 * server is asked for it by its id; the document then comes to this device and is shown. `again` asks once more.
 */
export function useWhereabouts(address: string): { readonly where: Whereabouts; readonly again: () => void } {
  const { mirror, person, now } = useProfile();
  const { isOffline } = useConnection();
  const copy = useLiveQuery(async () => {
    const [isComplete, bound] = await Promise.all([isCopyComplete(mirror), copyBoundOf(mirror)]);
    return { isComplete, isBounded: bound !== null };
  }, [mirror]);
  const id = /^\d{1,15}$/.test(address) ? Number(address) : null;
  const isAsked = copy?.isBounded === true && copy.isComplete && !isOffline && id !== null;
  const [asking, setAsking] = useState(0);
  const [told, setTold] = useState<Whereabouts>('asked');
  const again = () => {
    setTold('asked');
    setAsking(asking + 1);
  };
  useEffect(() => {
    if (!isAsked || id === null) return undefined;
    let isLeft = false;
    const find = async () => {
      const { fetchOpened } = await import('../../online/fetch-older.ts');
      return fetchOpened({ mirror, userId: person.userId, nowMs: now() }, id);
    };
    const tell = (found: Whereabouts) => {
      if (!isLeft) setTold(found);
    };
    find().then(
      // What has come is shown instead of this.
      (found) => tell(found === 'here' ? 'asked' : found === 'unseen' ? 'nowhere' : 'unanswered'),
      () => tell('unanswered'),
    );
    return () => {
      isLeft = true;
      setTold('asked');
    };
  }, [asking, id, isAsked, mirror, now, person.userId]);
  if (copy === undefined) return { where: 'asked', again };
  if (isAsked) return { where: told, again };
  return { where: copy.isComplete && !isOffline ? 'nowhere' : 'unknown', again };
}
