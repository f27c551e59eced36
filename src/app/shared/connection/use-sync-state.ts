import type { Connection } from '#mirror/questions/connection.ts';
import { type OutboxSummary, outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { useWatched } from '#ui/base/watched-value.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { type SyncState, syncStateOf } from '../../text/sync-state.ts';
import { useConnection } from './use-connection.ts';
import { useStorageLow } from './use-storage-low.ts';

export type SyncView = {
  readonly state: SyncState;
  readonly summary: OutboxSummary;
  readonly connection: Connection;
};

/** The state of sending, live from the mirror; undefined until it was read once. */
export function useSyncState(): SyncView | undefined {
  const { mirror, sync } = useProfile();
  const summary = useLiveQuery(() => outboxSummary(mirror), [mirror]);
  const connection = useConnection();
  const storageLow = useStorageLow();
  const storageFull = useWatched(sync.storageFull);
  if (summary === undefined) return undefined;
  return { state: syncStateOf({ ...summary, ...connection, storageLow, storageFull }), summary, connection };
}
