// Login and logout never overlap with sending (promises.md, Drain): every drain holds `session` shared; whoever changes the
// session first asks all tabs and the worker to stop what they send, then takes `session` alone.

import type { Locks } from './runtime.ts';

export const SESSION_LOCK = 'malote-session';
const CHANNEL = 'malote-session';

/** Says to every context of this origin, this one included, that the session is about to change. */
export type SessionSignals = { announce(): void; listen(listener: () => void): () => void };

/** Runs `work` (a login or a logout) with nothing being sent anywhere on this device. What was cut off keeps its key. */
export async function changeSession<Result>(
  parts: { readonly locks: Locks; readonly signals: SessionSignals },
  work: () => Promise<Result>,
): Promise<Result> {
  parts.signals.announce();
  return parts.locks.request(SESSION_LOCK, { mode: 'exclusive', ifAvailable: false, work });
}

/** Over a BroadcastChannel, which reaches other tabs, the worker and this context's own listeners. */
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
