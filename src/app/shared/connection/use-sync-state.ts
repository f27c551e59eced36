import { type OutboxSummary, outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { type SyncState, syncStateOf } from '../../text/sync-state.ts';
import { useBrowserOnline } from '../../device/use-browser-online.ts';
import { useStorageLow } from './use-storage-low.ts';

/** The state of sending, live from the mirror; undefined until it was read once. */
export function useSyncState(): { state: SyncState; summary: OutboxSummary; isOffline: boolean } | undefined {
  const { mirror, sync } = useProfile();
  const summary = useLiveQuery(() => outboxSummary(mirror), [mirror]);
  const online = useBrowserOnline();
  const storageLow = useStorageLow();
  const storageFull = useSyncExternalStore(sync.room.subscribe, sync.room.isFull);
  if (summary === undefined) return undefined;
  const isOffline = !online || summary.network === 'offline';
  return { state: syncStateOf({ ...summary, online, storageLow, storageFull }), summary, isOffline };
}
