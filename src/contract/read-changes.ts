// Reads a page of changes; null when the answer is not ours.

import * as v from 'valibot';
import { COLLECTION_ROWS, PageParts, SessionPut } from './changes.ts';
import { type Change, type ChangesPage, SESSION } from './sync.ts';

const AnyPage = v.looseObject({ changes: v.array(v.looseObject({ collection: v.string() })) });

/** The number of changes that are checked in one task. */
const PIECE = 32;

/**
 * A page of changes. Unknown collections are left out. A page with an unreadable row of a known
 * collection is not accepted. Between pieces of a long page it yields, so that no task of a slow
 * phone is as long as the page (S144). The session is returned beside the other rows.
 */
export function* readChangesPage(json: unknown): Generator<undefined, ChangesPage | null> {
  const loose = v.safeParse(AnyPage, json);
  if (!loose.success) return null;
  const parts = v.safeParse(PageParts, loose.output);
  if (!parts.success) return null;
  const wanted = loose.output.changes.filter((change) => Object.hasOwn(COLLECTION_ROWS, change.collection));
  const said = v.safeParse(
    v.array(SessionPut),
    loose.output.changes.filter(({ collection }) => collection === SESSION),
  );
  if (!said.success) return null;
  const { server_time } = parts.output.rest;
  const [session] = said.output.map(({ rev, row }) => ({ ...row, rev, server_time }));
  const changes: Change[] = [];
  for (let from = 0; from < wanted.length; from += PIECE) {
    if (from > 0) yield;
    const piece = v.safeParse(parts.output.changes, wanted.slice(from, from + PIECE));
    if (!piece.success) return null;
    changes.push(...piece.output);
  }
  return { ...parts.output.rest, changes, ...(session && { session }) };
}
