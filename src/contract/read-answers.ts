// Reads a server's answers to questions; null when an answer is not ours. Nothing here throws,
// because a portal may answer anything. Answers to commands are read by read-receipts.ts.

import { CONFLICT_CODES } from '#domain/refusals.ts';
import * as v from 'valibot';
import { DocumentFull } from './documents.ts';
import { ERROR_TYPES, type ErrorBody } from './errors.ts';
import { type ChangesPage, DetailsAnswer, PageFrame } from './sync.ts';

const LenientError = v.object({
  message: v.string(),
  type: v.fallback(v.optional(v.picklist(ERROR_TYPES)), undefined),
  errors: v.fallback(v.optional(v.record(v.string(), v.array(v.string()))), undefined),
  code: v.fallback(v.optional(v.picklist(CONFLICT_CODES)), undefined),
  document: v.fallback(v.optional(DocumentFull), undefined),
});

/** An error of ours. Unknown values of a newer server are left out, and the rest is read. */
export function readErrorBody(json: unknown): ErrorBody | null {
  const { success, output } = v.safeParse(LenientError, json);
  if (!success) return null;
  const { message, type, errors, code, document } = output;
  return {
    message,
    ...(type === undefined ? {} : { type }),
    ...(errors === undefined ? {} : { errors }),
    ...(code === undefined ? {} : { code }),
    ...(document === undefined ? {} : { document }),
  };
}

const EmptyPage = v.object({ ...PageFrame.entries, changes: v.array(v.never()), bounded: v.optional(v.never()) });

/** A page without changes, as most are. Pages with changes are read by read-changes.ts. */
export function readEmptyPage(json: unknown): ChangesPage | null {
  const { success, output } = v.safeParse(EmptyPage, json);
  return success ? output : null;
}

export function readDetails(json: unknown): DetailsAnswer | null {
  const { success, output } = v.safeParse(DetailsAnswer, json);
  return success ? output : null;
}
