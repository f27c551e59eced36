// The body of every error that the server answers.

import { CONFLICT_CODES } from '#domain/refusals.ts';
import * as v from 'valibot';
import { DocumentFull } from './documents.ts';

/**
 * Types of errors that a client tells apart. `forbidden` and `not_found` come with 403 and 404,
 * `invalid` with 422, `storage_…` with 507 and 503, `quota_full` with 507.
 */
export const ERROR_TYPES = [
  'conflict',
  'in_progress',
  'key_reused',
  'withdrawn',
  'actor_mismatch',
  'forbidden',
  'not_found',
  'invalid',
  'unsupported_client',
  'storage_full',
  'storage_away',
  'quota_full',
  'file_damaged',
  'upload_offset',
  'upload_missing',
  'part_damaged',
] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

export const ErrorBody = v.object({
  message: v.string(),
  type: v.optional(v.picklist(ERROR_TYPES)),
  /** Sentences in Portuguese, by field of the request. */
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
  /** With `type: conflict`: the guard that failed, and the document as it is now. */
  code: v.optional(v.picklist(CONFLICT_CODES)),
  document: v.optional(DocumentFull),
  /** With `type: upload_offset`: how many bytes of the file the server holds. */
  received: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;
