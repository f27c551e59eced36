import type { DeviceAccessEvent } from '#contract/accesses.ts';
import { readMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';
import { changeAccesses } from '../store/device-facts.ts';

/** Enough for years without a network; then the oldest go. */
const KEPT_MAX = 5_000;

/**
 * Keeps an access that the server can't see until it is sent (S229). What a person does never waits
 * for it, and goes on where the device can't store it: the failure is reported.
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
