import { PATHS } from '#contract/paths.ts';
import { readDetails } from '#contract/read-answers.ts';
import { HEADERS, SYNC_DETAILS_MAX } from '#contract/sync.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { ServerWays } from '#sync/parts.ts';
import { loadPlainServer } from '#sync/load-plain-server.ts';
import { readingOf, successOf } from '#sync/reading.ts';
import { waysOf } from '#sync/server-ways.ts';
import { client } from './client.ts';

/**
 * Fetches the details of documents that this device lacks, by their server ids, because the person
 * wants their files now. Never throws; details that could not be fetched are missing in the mirror.
 */
export async function fetchDetails(
  mirror: Mirror,
  { ids, userId }: { ids: readonly number[]; userId: number },
): Promise<void> {
  const ways = await waysOf({ mirror, plain: loadPlainServer }, { fetchDetails: fromFeed }).catch(() => null);
  await ways?.fetchDetails({ client, mirror, userId }, ids);
}

const fromFeed: ServerWays['fetchDetails'] = async ({ mirror, userId }, ids) => {
  for (let from = 0; from < ids.length; from += SYNC_DETAILS_MAX) {
    const query = { ids: ids.slice(from, from + SYNC_DETAILS_MAX).join() };
    const headers = { [HEADERS.actingUser]: String(userId) };
    const answer = await client.request({ method: 'GET', path: PATHS.syncDocuments, query, headers });
    const body = readDetails(successOf(readingOf(answer)));
    if (body === null) return;
    await applyDetails(mirror, body.documents);
  }
};
