import type { Collection } from '#contract/sync.ts';

/** A key of the feed and its row as the database keeps it. */
export type FeedRow = {
  readonly collection: Collection;
  readonly id: number;
  readonly rev: number;
  /** JSON of a wire shape, of a document without `status` and `command_id`; null = gone for this person. */
  readonly row: string | null;
  /** A document's status of today. */
  readonly status: string | null;
  /** Of a document, to its author. */
  readonly command_id: string | null;
};

/** One `Change` of the wire as JSON: rows are kept as text, so that a page of hundreds is neither parsed nor written anew. */
export function changeJson({ collection, id, rev, row, status, command_id }: FeedRow): string {
  const key = `"collection":"${collection}","id":${id},"rev":${rev}`;
  if (row === null) return `{"op":"delete",${key}}`;
  const own = collection === 'documents' ? `"status":"${status}","command_id":${JSON.stringify(command_id)},` : '';
  return `{"op":"put",${key},"row":{${own}${row.slice(row.indexOf('{') + 1)}}`;
}
