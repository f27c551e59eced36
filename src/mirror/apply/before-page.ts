// Reads what the mirror has of the rows of a page, before the page is applied. Everything is read
// in parallel and then written in parallel, because each round trip to the browser's storage delays
// the screens that show the page.

import { COLLECTIONS } from '#contract/sync.ts';
import { readMeta } from '../store/meta.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';
import { type BeforeDocuments, beforeDocuments, type ChangesToApply } from './apply-document-rows.ts';
import { type BeforeReference, beforeReference } from './apply-reference-rows.ts';

export type BeforePage = {
  /** Null for a page without documents. */
  readonly documents: BeforeDocuments | null;
  /** One entry for each collection that the page has rows of. */
  readonly reference: readonly BeforeReference[];
  /** All commands. */
  readonly commands: readonly OutboxCommand[];
  readonly referenceVersion: number | undefined;
};

/** Inside the caller's transaction. */
export async function beforePage(mirror: Mirror, { changes, snapshot }: ChangesToApply): Promise<BeforePage> {
  const reading = COLLECTIONS.flatMap((collection) => {
    const own = changes.filter((change) => change.collection === collection);
    return collection === 'documents' || own.length === 0
      ? []
      : [beforeReference(mirror, { collection, changes: own })];
  });
  const [documents, commands, referenceVersion, ...reference] = await Promise.all([
    beforeDocuments(mirror, { changes, snapshot }),
    mirror.commands.toArray(),
    reading.length > 0 ? readMeta(mirror, 'referenceVersion') : undefined,
    ...reading,
  ]);
  return { documents, reference, commands, referenceVersion };
}
