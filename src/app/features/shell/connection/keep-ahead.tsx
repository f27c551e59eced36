import { filesState, noteFilesKept } from '#mirror/keep/files-kept.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { atRest, isMetered, keepAllFiles } from '../../../online/keep-files.ts';
import { isStorageLow } from '../../../device/storage-facts.ts';
import { useProfile } from '../../../profile/profile.tsx';
import { useConnection } from '../../../shared/connection/use-connection.ts';

/**
 * Fetches the files of the person's work ahead, whenever new details arrive or a document is pinned
 * (S70).
 */
export function KeepAhead() {
  const { mirror, session, today, now } = useProfile();
  const { isOffline, needsLogin } = useConnection();
  const { id: userId, organization_id: organizationId } = session;
  const state = useLiveQuery(() => filesState(mirror, today), [mirror, today])?.now;
  const isReady = !isOffline && !needsLogin;

  useEffect(() => {
    // Without Web Locks, each tab would fetch the same files. Only browsers before 2022 lack them.
    const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
    if (!isReady || state === undefined || locks === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const keep = async () => {
      const around = { isMetered, isStorageLow, atRest, locks, signal };
      const isComplete = await keepAllFiles({ mirror, userId, organizationId, now, ...around });
      if (isComplete) await noteFilesKept(mirror, state);
    };
    // A file that does not fit, or that the server does not give, is fetched when a person opens
    // it.
    keep().catch(() => undefined);
    return () => leaving.abort();
  }, [isReady, mirror, userId, organizationId, now, state]);
  return null;
}
