import type { Connection } from '#mirror/questions/connection.ts';
import { type OutboxSummary, outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { useWatched } from '#ui/base/watched-value.ts';
import { createContext, createElement, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useProfile, useLive } from '../../profile/profile.tsx';
import { type SyncState, syncStateOf } from '../../text/sending/sync-state.ts';
import { isStorageLow } from '../../device/storage-facts.ts';
import { useConnection } from './use-connection.ts';

/** Whether the device has little space left, asked once when the screen opens. */
function useStorageLow(): boolean {
  const [isLow, setIsLow] = useState(false);
  useEffect(() => {
    let gone = false;
    void isStorageLow().then((found) => {
      if (!gone) setIsLow(found);
    });
    return () => {
      gone = true;
    };
  }, []);
  return isLow;
}

export type SyncView = {
  readonly state: SyncState;
  readonly summary: OutboxSummary;
  readonly connection: Connection;
};

const SyncContext = createContext<SyncView | null>(null);

/**
 * Reads the state of sending once for all admin screens. The screens wait for it, because pills,
 * times and empty lists have another size without it, and what is below them would jump.
 */
export function SyncStateProvider({ children }: { children: ReactNode }) {
  const { mirror, sync } = useProfile();
  const summary = useLive(() => outboxSummary(mirror), [mirror]);
  const connection = useConnection();
  const storageLow = useStorageLow();
  const storageFull = useWatched(sync.storageFull);
  // The same object while nothing in it differs, so that no screen is drawn again for it.
  const value = useMemo(() => {
    if (summary === undefined) return null;
    const state = syncStateOf({ ...summary, ...connection, storageLow, storageFull });
    return { state, summary, connection };
  }, [summary, connection, storageLow, storageFull]);
  return value === null ? null : createElement(SyncContext, { value }, children);
}

/** The state of sending, live from the mirror. */
export function useSyncState(): SyncView {
  const view = useContext(SyncContext);
  if (view === null) throw new Error('useSyncState is for screens of the admin area');
  return view;
}
