import { readListedSession } from '#contract/listed.ts';
import { PATHS } from '#contract/paths.ts';
import { reachabilityOf, readingOf, successOf, type Reachability } from '../reading.ts';
import type { SyncClient } from '../sync-client.ts';

const PROBE_MS = 4_000;

/** Probes a server that has no address for its health (S106), by asking who is logged in. */
export async function probeLists(client: Pick<SyncClient, 'request'>): Promise<Reachability> {
  const reading = readingOf(await client.request({ method: 'GET', path: PATHS.user, timeoutMs: PROBE_MS }));
  if (reading.kind === 'login') return 'ok';
  if (reading.reply === null) return 'offline';
  if (readListedSession(successOf(reading), '') !== null) return 'ok';
  if (reading.kind === 'intercepted') return reachabilityOf(reading);
  return reading.reply.status < 300 ? 'portal' : 'unstable';
}
