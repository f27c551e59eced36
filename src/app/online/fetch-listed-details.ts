import { readListedDocument } from '#contract/listed.ts';
import { PATHS } from '#contract/paths.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { listedDetailsOf, nameBookOf } from '#sync/listed-rows.ts';
import { readingOf, successOf } from '#sync/reading.ts';
import { client } from './client.ts';

/**
 * The same from a server with the product's own calls alone (S113), one by one: it tells the files of a document only to who opens it,
 * and records that as a view. Nothing is thrown.
 */
export async function fetchListedDetails(mirror: Mirror, ids: readonly number[]): Promise<void> {
  const book = await nameBookOf(mirror);
  for (const id of ids) {
    const listed = readListedDocument(
      successOf(readingOf(await client.request({ method: 'GET', path: PATHS.document(id) }))),
    );
    const details = listed === null ? null : listedDetailsOf(listed, book);
    const known = await mirror.documents.withServerId(id);
    if (details?.id === id && known !== undefined) await applyDetails(mirror, [{ ...details, rev: known.rev }]);
  }
}
