// Reads a page of changes; null when the answer is not ours. Apart from the other readers (read-answers.ts), because a start without
// news needs no schema of any row.

import * as v from 'valibot';
import { ChangesPage as FullPage, COLLECTION_ROWS } from './changes.ts';
import { ExpandedPage } from './compact-page.ts';
import type { ChangesPage } from './sync.ts';

const AnyPage = v.looseObject({ changes: v.array(v.looseObject({ collection: v.string() })) });

/**
 * A page of changes in either form: a server that does not know the compact one answers full rows. Collections that this
 * client does not know are left out. A page with an unreadable row of a known collection is not accepted.
 */
export function readChangesPage(json: unknown): ChangesPage | null {
  const loose = v.safeParse(AnyPage, json);
  if (!loose.success) return null;
  const changes = loose.output.changes.filter((change) => Object.hasOwn(COLLECTION_ROWS, change.collection));
  const form = Object.hasOwn(loose.output, 'names') ? ExpandedPage : FullPage;
  const { success, output } = v.safeParse(form, { ...loose.output, changes });
  return success ? output : null;
}
