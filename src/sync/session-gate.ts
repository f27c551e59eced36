// Login and logout never overlap with sending (src/sync/promises.md, Drain). Every drain holds the
// lock `session` shared. A context that changes the session first asks all tabs and the worker to
// stop sending, then takes that lock exclusively.

import type { Locks } from './runtime.ts';

export const SESSION_LOCK = 'malote-session';
const CHANNEL = 'malote-session';

/** Tells every context of this origin, this one included, that the session is about to change. */
export type SessionSignals = { announce(): void; listen(listener: () => void): () => void };

/**
 * Runs `work` (a login or a logout) while nothing is being sent on this device. A command whose
 * sending was cut off keeps its key.
 */
export async function changeSession<Result>(
  parts: { readonly locks: Locks; readonly signals: SessionSignals },
  work: () => Promise<Result>,
): Promise<Result> {
  parts.signals.announce();
  return parts.locks.request(SESSION_LOCK, { mode: 'exclusive', ifAvailable: false, work });
}

/**
 * Signals over a BroadcastChannel, which reaches other tabs, the worker and the listeners of this
 * context.
 */
export const browserSignals: SessionSignals = {
  announce() {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage('change');
    channel.close();
  },
  listen(listener) {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', listener);
    return () => channel.close();
  },
};
