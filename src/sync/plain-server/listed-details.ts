import { readListedDocument } from '#contract/listed.ts';
import { PATHS } from '#contract/paths.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { readingOf, successOf } from '../reading.ts';
import type { SyncClient } from '../sync-client.ts';
import { listedDetailsOf, nameBookOf } from './listed-rows.ts';

/**
 * One by one: such a server tells the files of a document only to the person who opens it, and
 * records that as a view (S113).
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
