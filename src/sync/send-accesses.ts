import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { ACCESS_BATCH_MAX } from '#domain/accesses.ts';
import { changeAccesses } from '#mirror/store/device-facts.ts';
import { readingOf } from './reading.ts';
import type { SyncClient, SyncRuntime } from './runtime.ts';

/** Answers after which the same batch is sent again later. */
const AGAIN: ReadonlySet<number> = new Set([401, 409, 419, 429]);

/**
 * Sends the accesses to documents that this device noted (S229), in batches. A batch and its key
 * are stored before it is sent, so that a lost answer records nothing twice. A server that does not
 * know the call, or that refuses the batch, does not get it again.
 */
export async function sendAccesses({ userId, newId }: SyncRuntime, client: SyncClient): Promise<void> {
  for (;;) {
    const { batch } = await changeAccesses(userId, (kept) => {
      if (kept.batch !== null || kept.events.length === 0) return kept;
      const events = kept.events.slice(0, ACCESS_BATCH_MAX);
      return { batch: { key: newId(), events }, events: kept.events.slice(events.length) };
    });
    if (batch === null) return;
    const { key, events } = batch;
    const reading = readingOf(
      await client.request({
        method: 'POST',
        path: PATHS.accessEvents,
        headers: { [HEADERS.idempotencyKey]: key, [HEADERS.actingUser]: String(userId) },
        body: { events },
      }),
    );
    if (reading.kind !== 'ours' || AGAIN.has(reading.reply.status) || reading.reply.status >= 500) return;
    await changeAccesses(userId, (kept) => (kept.batch?.key === key ? { ...kept, batch: null } : kept));
  }
}
