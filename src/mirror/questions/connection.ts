// Whether this device is connected: the one answer for the indicator, the screens, the forms and
// the drain.

import { readMetas } from '../store/storage.ts';
import type { MetaValues } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

export type Network = MetaValues['connection']['network'];

export type Connection = {
  /** What is known to prevent requests from reaching the server; `ok`: nothing. */
  readonly network: Network;
  /**
   * A request sent now may not reach the server: the one flag of the screens for it, whatever the
   * cause is.
   */
  readonly isOffline: boolean;
  /** The session has ended, or is another person's: the profile waits for its person. */
  readonly needsLogin: boolean;
};

/**
 * What a mirror knows of the connection: what the last answer showed, absent before the first, and
 * whether a person is logged in on it.
 */
export type KnownConnection = { readonly told?: MetaValues['connection'] | undefined; readonly hasSession: boolean };

/**
 * What is known of the connection. `known`: undefined until it is read. `browserOnline`:
 * `navigator.onLine`; its "no" is believed, its "yes" means nothing (src/app/experience.md,
 * experience T13). A mirror without a session, as one that the browser has emptied, waits for its
 * person (S172). Pure.
 */
export function connectionOf(known: KnownConnection | undefined, browserOnline: boolean): Connection {
  const network = browserOnline ? (known?.told?.network ?? 'ok') : 'offline';
  const needsLogin = known !== undefined && (known.told?.auth === 'needs-login' || !known.hasSession);
  return { network, isOffline: network !== 'ok', needsLogin };
}

/** Reads what `connectionOf` takes. */
export async function knownConnection(mirror: Mirror): Promise<KnownConnection> {
  const { connection, session } = await readMetas(mirror, ['connection', 'session']);
  return { told: connection, hasSession: session !== undefined };
}

/** `connectionOf` for the mirror as it is now. */
export async function readConnection(mirror: Mirror, browserOnline: boolean): Promise<Connection> {
  return connectionOf(await knownConnection(mirror), browserOnline);
}
