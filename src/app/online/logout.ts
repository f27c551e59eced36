import { PATHS } from '#contract/paths.ts';
import { browserLocks } from '#sync/browser-runtime.ts';
import { browserSignals, changeSession } from '#sync/session-gate.ts';
import { client } from './client.ts';
import { dropPush } from './drop-push.ts';

const PATIENCE_MS = 5_000;

/**
 * Ends the session on the server, with nothing being sent meanwhile. Without a connection the session ends there by its own
 * age; leaving this device must not depend on it, so nothing is thrown.
 */
export async function logout(): Promise<void> {
  // The server forgets it with the session; nobody waits for the browser's push service.
  dropPush().catch(reportError);
  await changeSession({ locks: browserLocks, signals: browserSignals }, () =>
    client.request({ method: 'POST', path: PATHS.logout, timeoutMs: PATIENCE_MS }),
  );
}
