import { type Connection, connectionOf, readConnection } from '#mirror/questions/connection.ts';
import { readMeta } from '#mirror/store/meta.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useBrowserOnline } from '../../device/use-browser-online.ts';
import { useMemo } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useLive } from '../../profile/use-live.ts';

/** Whether this device is connected, live. Every screen asks here, so that all say the same (test/fence.test.ts). */
export function useConnection(): Connection {
  const { mirror } = useProfile();
  const browserOnline = useBrowserOnline();
  const known = useLive(() => readMeta(mirror, 'connection'), [mirror]);
  return useMemo(() => connectionOf(known, browserOnline), [known, browserOnline]);
}

/** The same, once, at the end of a gesture. */
export function connectionNow(mirror: Mirror): Promise<Connection> {
  return readConnection(mirror, navigator.onLine);
}
