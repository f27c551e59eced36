import { outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { useBrowserOnline } from '../../device/use-browser-online.ts';

export type Connection = { readonly isOffline: boolean; readonly needsLogin: boolean };

/** Whether something sent now would leave this device, as the last real requests showed (experience T13). */
export function useConnection(): Connection {
  const { mirror } = useProfile();
  const isOnline = useBrowserOnline();
  const summary = useLiveQuery(() => outboxSummary(mirror), [mirror]);
  const isOffline = !isOnline || (summary !== undefined && summary.network !== 'ok');
  return { isOffline, needsLogin: summary?.auth === 'needs-login' };
}
