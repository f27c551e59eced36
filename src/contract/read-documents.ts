// Reads the answers of GET /api/documents and GET /api/documents/{id} to a search on the server
// (S110); null when an answer is not ours. Abilities are computed on the device.

import * as v from 'valibot';
import { DocumentFull, DocumentRow } from './documents.ts';

const FoundRows = v.object({ data: v.array(DocumentRow), total: v.number() });
export type FoundRows = v.InferOutput<typeof FoundRows>;

export function readFoundRows(json: unknown): FoundRows | null {
  const { success, output } = v.safeParse(FoundRows, json);
  return success ? output : null;
}

export function readFoundDocument(json: unknown): DocumentFull | null {
  const { success, output } = v.safeParse(DocumentFull, json);
  return success ? output : null;
}
