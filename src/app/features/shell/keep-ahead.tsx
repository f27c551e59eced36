import { readMeta } from '#mirror/store/meta.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { atRest, isMetered } from '../../device/network-cost.ts';
import { keepFiles } from '../../online/keep-files.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';

/** Keeps the files of one's work on the device when details of documents have come, and when a document was pinned. */
export function KeepAhead() {
  const { mirror, session, now } = useProfile();
  const { isOffline, needsLogin } = useConnection();
  const { id: userId, organization_id: organizationId } = session;
  const version = useLiveQuery(async () => (await readMeta(mirror, 'detailsChanges'))?.version, [mirror]);
  const pinned = useLiveQuery(() => readMeta(mirror, 'pinnedDocuments'), [mirror])?.join();
  const isReady = !isOffline && !needsLogin && version !== undefined;

  useEffect(() => {
    // Without locks each tab would fetch everything again: such browsers are older than 2022.
    const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
    if (!isReady || locks === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const keep = async () => {
      const around = { isMetered, atRest, locks, signal };
      await keepFiles({ mirror, userId, organizationId, now, ...around });
    };
    // What does not fit on the device, or is not had, comes when a person opens it.
    keep().catch(() => undefined);
    return () => leaving.abort();
  }, [isReady, mirror, userId, organizationId, now, version, pinned]);
  return null;
}
