// A copy of everything that a person may see, read from the feed as a device reads it.

import { ChangesPage } from '#contract/changes.ts';
import type { WirePage } from '#contract/sync.ts';
import { answers, read } from './broken.ts';
import type { Person } from './person.ts';

type Change = WirePage['changes'][number];

export type Copy = {
  /** `collection:id` → the change with the greatest rev that arrived. */
  readonly rows: Map<string, Change>;
  cursor: string | null;
};

export const newCopy = (): Copy => ({ rows: new Map(), cursor: null });

type WalkOptions = { readonly copy: Copy; readonly limit: number; readonly rows?: string | undefined };

/** Reads one page into the copy; returns whether the server has more. */
export async function readPage(person: Person, { copy, limit, rows }: WalkOptions): Promise<boolean> {
  const query = new URLSearchParams({
    limit: String(limit),
    ...(rows === undefined ? {} : { rows }),
    ...(copy.cursor === null ? {} : { cursor: copy.cursor }),
  });
  const reply = await person.call({ path: `/api/sync/changes?${query}` });
  answers(reply, 200, 'a page of changes');
  const page = read(reply, ChangesPage);
  for (const change of page.changes) {
    const key = `${change.collection}:${change.id}`;
    if ((copy.rows.get(key)?.rev ?? -1) < change.rev) copy.rows.set(key, change);
  }
  copy.cursor = page.next_cursor;
  return page.has_more;
}

/**
 * Reads to the present end of the feed. `rows`: a form that devices of version 1.0 request; the
 * server answers in the plain one.
 */
export async function walk(person: Person, copy: Copy, rows?: 'compact'): Promise<Copy> {
  while (await readPage(person, { copy, limit: 500, rows }));
  return copy;
}

/** rev of every document of the copy that is in sight, by id. */
export function documentsOf(copy: Copy): Map<number, number> {
  const found = [...copy.rows.values()].filter((one) => one.collection === 'documents' && one.op === 'put');
  return new Map(found.map(({ id, rev }) => [id, rev]));
}
