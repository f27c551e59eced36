import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { bodyOf } from './body-of.ts';
import type { DrainParts } from './drain-parts.ts';
import { errorOf, type Outcome } from './outcome.ts';
import type { WriteRequest } from './request-of.ts';

/** Slowest link that is still waited for, bytes per ms: 60 MB at 16 kB/s take an hour. */
const BYTES_PER_MS = 16;
const TIMEOUT_MS = 30_000;

const FILE_GONE = 'O anexo não está mais inteiro neste aparelho. Anexe-o de novo.';

/**
 * From a claimed command to its outcome: the one place where a command meets the network. Writes nothing but what the
 * connection tells. `signal` cuts the sending off; the outcome is then `unknown` and the key stays.
 */
export async function sendCommand(
  parts: DrainParts,
  { command, signal }: { command: OutboxCommand; signal: AbortSignal },
): Promise<Outcome> {
  const { outbox, client, connection, runtime } = parts;
  // Somebody else's row can only come here by a fault; it is never sent (I4).
  if (command.actorId !== runtime.userId) return { kind: 'held', error: errorOf('identity') };
  const request = parts.requestOf(command, await outbox.serverIdOf(command.documentKey));
  if (request === null) return waitForRegistration();
  const body = await bodyOf(request, (id) => outbox.readBlob(id));
  if (body === null) {
    const error = { ...errorOf('invalid'), message: FILE_GONE, errors: { files: [FILE_GONE] } };
    return { kind: 'refused', error };
  }
  const answer = await client.request({
    method: 'POST',
    path: request.path,
    headers: request.headers,
    body,
    signal,
    timeoutMs: timeoutOf(request),
  });
  await connection.heard(answer);
  return parts.outcomeOf(command, { answer, nowMs: runtime.clock() });
}

function timeoutOf(request: WriteRequest): number {
  const bytes = request.files.reduce((sum, file) => sum + file.size, 0);
  return TIMEOUT_MS + Math.ceil(bytes / BYTES_PER_MS);
}

/** Its document is not registered: the lane's order keeps this from happening; if it does, it waits and asks again. */
function waitForRegistration(): Outcome {
  const error = errorOf('transient');
  return { kind: 'again', state: 'backoff', error, waitMs: null, everyone: false, network: null, atOnce: false };
}
