// Security events with the names of OWASP's Logging Vocabulary (default 10): who did what to whom,
// as ids. They never contain a name, an e-mail or anything that was sent, and the client's network
// address only where the operator wants it.

import type { FastifyBaseLogger } from 'fastify';
import type { SecurityEvent } from './log-events.ts';

export type SecurityFacts = {
  /** Id of the person who acted; absent without a login. */
  readonly user?: number | undefined;
  /** Ids of the people who were acted upon. */
  readonly about?: readonly number[];
  /** Names of the fields that changed, never their values. */
  readonly fields?: readonly string[];
  /** A fixed word of the server, never typed text. */
  readonly reason?: string | undefined;
};

const ALARMING = /_(fail|lock|exceeded|validation)$/;

/**
 * The address of the client, by the log of its request. Other lines of that log do not carry it.
 */
const addresses = new WeakMap<FastifyBaseLogger, string>();

/** Lets the security events of a request's log carry the client's address. */
export function tellAddress(log: FastifyBaseLogger, address: string): void {
  addresses.set(log, address);
}

export function logSecurity(log: FastifyBaseLogger, told: SecurityFacts & { readonly event: SecurityEvent }): void {
  const address = addresses.get(log);
  const facts = address === undefined ? told : { ...told, address };
  log[ALARMING.test(told.event) ? 'warn' : 'info'](facts, 'security');
}
