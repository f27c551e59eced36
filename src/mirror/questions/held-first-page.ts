// The stored first page of the list as every start has it; what is made of it comes with the list (first-page.ts).

import { isCurrent } from '../store/first-page-format.ts';
import { readMeta } from '../store/meta.ts';
import { pageReadAhead } from '../store/read-ahead.ts';
import type { StoredFirstPage } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { knownIndexOf } from './document-index.ts';

const held = new WeakMap<Mirror, StoredFirstPage>();

/** Holds what was read ahead for the first list of this context, if nothing has changed since it was read. In a transaction. */
export async function holdReadAhead(mirror: Mirror): Promise<void> {
  const page = pageReadAhead(mirror.name);
  if (page !== undefined && isCurrent(page, await readMeta(mirror, 'documentChanges'))) held.set(mirror, page);
}

/** The page that was held, once; undefined when something has changed since, as far as this context knows. */
export function takeFirstPage(mirror: Mirror): StoredFirstPage | undefined {
  const page = held.get(mirror);
  held.delete(mirror);
  const version = knownIndexOf(mirror)?.version;
  return version === undefined || version === page?.version ? page : undefined;
}

/** Whether a document has changed since the page was stored. */
export async function isFirstPageDue(mirror: Mirror): Promise<boolean> {
  if (knownIndexOf(mirror) === undefined) return false;
  return !isCurrent(await readMeta(mirror, 'firstPage'), await readMeta(mirror, 'documentChanges'));
}
