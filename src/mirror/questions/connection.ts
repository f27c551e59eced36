// Whether this device is connected: the one answer that the indicator, the screens, the forms and the drain share.

import { readMeta } from '../store/meta.ts';
import type { MetaValues } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

export type Network = MetaValues['connection']['network'];

export type Connection = {
  /** What stands in the way; `ok` when nothing is known to. */
  readonly network: Network;
  /** What is sent now would not surely reach the server: one word for the screens, whatever stands in the way. */
  readonly isOffline: boolean;
  /** The session has ended, or is another person's: the profile waits for its person. */
  readonly needsLogin: boolean;
};

/**
 * What is known of the connection. `known`: what the last answers told, undefined before the first. `browserOnline`:
 * `navigator.onLine`; its "no" is believed, its "yes" means nothing (experience trap 13). Pure.
 */
export function connectionOf(known: MetaValues['connection'] | undefined, browserOnline: boolean): Connection {
  const network = browserOnline ? (known?.network ?? 'ok') : 'offline';
  return { network, isOffline: network !== 'ok', needsLogin: known?.auth === 'needs-login' };
}

/** The same, from the mirror as it is now. */
export async function readConnection(mirror: Mirror, browserOnline: boolean): Promise<Connection> {
  return connectionOf(await readMeta(mirror, 'connection'), browserOnline);
}
