import { compactorOf } from '#contract/compact-page.ts';
import type { DocumentRow } from '#contract/documents.ts';
import { FEED } from '#contract/sync.ts';
import * as v from 'valibot';
import { rowJson } from '../queries/row-json.ts';

/** A key of the feed and its row as the database keeps it. */
export const FeedRow = v.object({
  collection: v.picklist(FEED),
  id: v.number(),
  rev: v.number(),
  /**
   * JSON of a row in its wire shape; for a document without `status` and `command_id`. null when the row is gone for this
   * person.
   */
  row: v.nullable(v.string()),
  /** For a document: its status today. Otherwise null. */
  status: v.nullable(v.string()),
  /** For a document and its author: the command that made it. Otherwise null. */
  command_id: v.nullable(v.string()),
});
export type FeedRow = v.InferOutput<typeof FeedRow>;

/** The `changes` of a page as JSON. Rows are kept as text, so that hundreds are neither parsed nor serialised again. */
export function fullJson(rows: readonly FeedRow[]): string {
  return `"changes":[${rows.map(changeJson).join(',')}]`;
}

/** The `changes` and `names` of a page in its compact form (S103) as JSON. */
export function compactJson(rows: readonly FeedRow[]): string {
  const { compact, names } = compactorOf();
  const changes = rows.map((change) => {
    const { collection, row, status, command_id } = change;
    if (collection !== 'documents' || row === null) return changeJson(change);
    const kept = Object.assign(JSON.parse(row) as DocumentRow, { status, command_id });
    return `{"collection":"documents","op":"put","row":${JSON.stringify(compact(kept))}}`;
  });
  return `"changes":[${changes.join(',')}],"names":${JSON.stringify(names)}`;
}

function changeJson({ collection, id, rev, row, status, command_id }: FeedRow): string {
  const key = `"collection":"${collection}","id":${id},"rev":${rev}`;
  if (row === null) return `{"op":"delete",${key}}`;
  return `{"op":"put",${key},"row":${collection === 'documents' ? rowJson(row, { status, command_id }) : row}}`;
}
