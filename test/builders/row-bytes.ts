// What a document of a compact page takes on the wire (S103).

import type { CompactPage } from '#contract/compact-page.ts';
import { SYNC_PAGE_MAX } from '#contract/sync.ts';
import { percentile } from '../bench/figures.ts';

/** Bytes of JSON of a document's row that the first walk of a device may take, its share of the names included. */
const ROW_BYTES = 700;

/** Whether nine of ten documents of a page stay within the bytes, each with its share of the names on a page of 500, and the figures. */
export function rowBytesOf({ changes, names }: CompactPage): { isShort: boolean; words: string } {
  const documents = changes.filter(({ collection, op }) => collection === 'documents' && op === 'put');
  const share = bytesOf(names) / SYNC_PAGE_MAX;
  const all = documents.map((change) => Math.round(bytesOf(change) + share));
  const [median, p90] = [percentile(all, 0.5), percentile(all, 0.9)];
  return {
    isShort: p90 <= ROW_BYTES,
    words: `${all.length} documents: median ${median} bytes of JSON, nine of ten up to ${p90}`,
  };
}

function bytesOf(part: unknown): number {
  return Buffer.byteLength(JSON.stringify(part));
}
