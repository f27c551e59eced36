import { FEED } from '#contract/sync.ts';
import * as v from 'valibot';
import { rowJson } from '../queries/document-row.ts';

/** A key of the feed and its row as the database keeps it. */
export const FeedRow = v.object({
  collection: v.picklist(FEED),
  id: v.number(),
  rev: v.number(),
  /**
   * JSON of a row in its wire shape; for a document without `status` and `command_id`. null when
   * the row is gone for this person.
   */
  row: v.nullable(v.string()),
  /** For a document: its status today. Otherwise null. */
  status: v.nullable(v.string()),
  /** For a document and its author: the command that made it. Otherwise null. */
  command_id: v.nullable(v.string()),
});
export type FeedRow = v.InferOutput<typeof FeedRow>;

/**
 * The `changes` of a page as JSON. Rows are kept as text, so that hundreds are neither parsed nor
 * serialised again.
 */
export function changesJson(rows: readonly FeedRow[]): string {
  return `"changes":[${rows.map(changeJson).join(',')}]`;
}

function changeJson({ collection, id, rev, row, status, command_id }: FeedRow): string {
  const key = `"collection":"${collection}","id":${id},"rev":${rev}`;
  if (row === null) return `{"op":"delete",${key}}`;
  return `{"op":"put",${key},"row":${collection === 'documents' ? rowJson(row, { status, command_id }) : row}}`;
}
