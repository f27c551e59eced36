import type { Collection } from '#contract/sync.ts';

/** A key of the feed and its row as the database keeps it. */
export type FeedRow = {
  readonly collection: Collection;
  readonly id: number;
  readonly rev: number;
  /**
   * JSON of a row in its wire shape; for a document without `status` and `command_id`. null when the row is gone for this
   * person.
   */
  readonly row: string | null;
  /** For a document: its status today. Otherwise null. */
  readonly status: string | null;
  /** For a document and its author: the command that made it. Otherwise null. */
  readonly command_id: string | null;
};

/**
 * One `Change` of the wire as JSON. Rows are kept as text, so that a page of hundreds is neither parsed nor serialised
 * again.
 */
export function changeJson({ collection, id, rev, row, status, command_id }: FeedRow): string {
  const key = `"collection":"${collection}","id":${id},"rev":${rev}`;
  if (row === null) return `{"op":"delete",${key}}`;
  const own = collection === 'documents' ? `"status":"${status}","command_id":${JSON.stringify(command_id)},` : '';
  return `{"op":"put",${key},"row":{${own}${row.slice(row.indexOf('{') + 1)}}`;
}
