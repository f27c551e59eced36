import { type Connection, connectionOf, knownConnection, readConnection } from '#mirror/questions/connection.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useBrowserOnline } from '../../device/use-browser-online.ts';
import { useMemo } from 'react';
import { useProfile, useLive } from '../../profile/profile.tsx';

/**
 * Whether this device is connected, live. Every screen asks here, so that all say the same
 * (test/fence.test.ts).
 */
export function useConnection(): Connection {
  const { mirror } = useProfile();
  const browserOnline = useBrowserOnline();
  const known = useLive(() => knownConnection(mirror), [mirror]);
  return useMemo(() => connectionOf(known, browserOnline), [known, browserOnline]);
}

/** The connection at this moment, for code outside of rendering. */
export function connectionNow(mirror: Mirror): Promise<Connection> {
  return readConnection(mirror, navigator.onLine);
}
