// Whether this device is connected: the one answer for the indicator, the screens, the forms and the drain.

import { readMeta } from '../store/meta.ts';
import type { MetaValues } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

export type Network = MetaValues['connection']['network'];

export type Connection = {
  /** What is known to stand in the way; `ok`: nothing. */
  readonly network: Network;
  /** A request sent now may not reach the server: the one word of the screens for it, whatever stands in the way. */
  readonly isOffline: boolean;
  /** The session has ended, or is another person's: the profile waits for its person. */
  readonly needsLogin: boolean;
};

/**
 * What is known of the connection. `known`: what the last answers told; undefined before the first. `browserOnline`:
 * `navigator.onLine`; its "no" is believed, its "yes" means nothing (src/app/experience.md, experience T13). Pure.
 */
export function connectionOf(known: MetaValues['connection'] | undefined, browserOnline: boolean): Connection {
  const network = browserOnline ? (known?.network ?? 'ok') : 'offline';
  return { network, isOffline: network !== 'ok', needsLogin: known?.auth === 'needs-login' };
}

/** The same, from the mirror as it is now. */
export async function readConnection(mirror: Mirror, browserOnline: boolean): Promise<Connection> {
  return connectionOf(await readMeta(mirror, 'connection'), browserOnline);
}
