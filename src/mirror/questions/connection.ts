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
   * A request sent now may not reach the server. Screens read this flag alone, whatever the cause
   * is.
   */
  readonly isOffline: boolean;
  /**
   * The session has ended, is another person's, or is missing: nothing is sent until the person
   * logs in.
   */
  readonly needsLogin: boolean;
};

/**
 * What a mirror has stored about the connection. `told`: what the last answer showed; absent before
 * the first. `hasSession`: whether a person is logged in on this mirror.
 */
export type KnownConnection = { readonly told?: MetaValues['connection'] | undefined; readonly hasSession: boolean };

/**
 * The connection as all screens say it. `known`: undefined until it is read. `browserOnline`:
 * `navigator.onLine`; its "no" is believed, its "yes" means nothing (src/app/experience.md,
 * experience T13). A mirror without a session, as one that the browser has emptied, needs a login
 * (S172). Pure.
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
