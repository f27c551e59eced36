// Finds why a pull got no answer of our server (src/sync/promises.md, Pull).

import { retryAfterMs, THROTTLE_MS } from './backoff.ts';
import type { ConnectionWatch } from './connection.ts';
import type { Reading } from './reading.ts';
import type { SyncRuntime } from './runtime.ts';
import type { SyncClient } from './sync-client.ts';

type Judge = {
  readonly runtime: Pick<SyncRuntime, 'clock'>;
  readonly client: Pick<SyncClient, 'probe'>;
  readonly connection: Pick<ConnectionWatch, 'probed'>;
  readonly onPause?: (waitMs: number) => void;
};

/**
 * Finds the cause, after the connection has noted the answer. Our server's refusal or trouble may
 * ask for a pause. Any other answer, or none, is judged by a probe, as for a command (drain.ts).
 */
export async function judgeUnanswered(parts: Judge, { kind, reply }: Reading): Promise<void> {
  const { client, connection, runtime, onPause } = parts;
  if (kind === 'login') return;
  if (reply === null || kind === 'intercepted' || reply.status < 300) {
    await connection.probed(await client.probe());
    return;
  }
  const askedMs = retryAfterMs(reply.header('Retry-After'), runtime.clock());
  const waitMs = askedMs ?? (reply.status === 429 ? THROTTLE_MS : null);
  if (waitMs !== null) onPause?.(waitMs);
}
