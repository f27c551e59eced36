import type { DeviceAccessEvent } from '#contract/accesses.ts';
import { readMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';
import { changeAccesses } from '../store/device-facts.ts';

/**
 * The most accesses that wait on a device, enough for years without a network. The oldest are
 * dropped first.
 */
const KEPT_MAX = 5_000;

/**
 * Keeps an access until it is sent, because the server can't see it (S229). The person's own act
 * never waits for it. Where the device can't store the access, the failure is reported and the act
 * goes on.
 */
export async function noteAccess(mirror: Mirror, event: DeviceAccessEvent): Promise<void> {
  try {
    const session = await readMeta(mirror, 'session');
    if (session === undefined) return;
    await changeAccesses(session.id, ({ batch, events }) => ({ batch, events: [...events, event].slice(-KEPT_MAX) }));
  } catch (error) {
    reportError(error);
  }
}
