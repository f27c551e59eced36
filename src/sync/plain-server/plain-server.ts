// The adapter for a server with the product's own calls alone, without a feed of changes and
// without keys of commands (S106, S113).

import { readListedDocument, readListedSession } from '#contract/listed.ts';
import { PATHS } from '#contract/paths.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { PlainWays } from '../parts.ts';
import { type Reachability, reachabilityOf, readingOf, successOf } from '../reading.ts';
import type { SyncClient } from '../runtime.ts';
import { applyListedAnswer } from './apply-listed-answer.ts';
import { listedDetailsOf, nameBookOf } from './listed-rows.ts';
import { pullLists } from './pull-lists.ts';
import { sendChecked, withdrawLooking } from './send-checked.ts';

export const PLAIN_SERVER: PlainWays = {
  probe: probeLists,
  pull: pullLists,
  fetchDetails: fetchListedDetails,
  send: sendChecked,
  applySeen: applyListedAnswer,
  withdraw: withdrawLooking,
};

/**
 * Fetches documents one by one: a server without a feed shows a document's files only in the
 * document's own call, and records that call as a view (S113).
 */
export async function fetchListedDetails(
  { client, mirror }: { client: SyncClient; mirror: Mirror },
  ids: readonly number[],
): Promise<void> {
  const book = await nameBookOf(mirror);
  for (const id of ids) {
    const answer = await client.request({ method: 'GET', path: PATHS.document(id) });
    const listed = readListedDocument(successOf(readingOf(answer)));
    const details = listed === null ? null : listedDetailsOf(listed, book);
    const known = await mirror.documents.withServerId(id);
    if (details?.id === id && known !== undefined) await applyDetails(mirror, [{ ...details, rev: known.rev }]);
  }
}

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
