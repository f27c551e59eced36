// Files of a command that go ahead of it in parts (S101), so that a broken connection costs one
// part and not the whole form.

import { FILE_MAX_BYTES } from '#domain/files.ts';
import * as v from 'valibot';
import { Sha256, Uuid } from './scalars.ts';

const KIB = 1024;

/** The most bytes of a part. */
export const PART_MAX_BYTES = 4 * KIB * KIB;
/**
 * The fewest bytes of a part, except for the last one of a file. This bounds how many parts a file
 * can have.
 */
export const PART_MIN_BYTES = 16 * KIB;
/** The files of a write go ahead of it when they have more bytes than this together. */
export const STAGED_ABOVE_BYTES = KIB * KIB;

/** PUT /api/sync/uploads/{key}/{file}: begins an upload, or asks how far it has come. */
export const UploadInput = v.object({
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(FILE_MAX_BYTES)),
  sha256: Sha256,
});
export type UploadInput = v.InferOutput<typeof UploadInput>;

export const UploadAnswer = v.object({
  /** Bytes that the server holds. The next part begins here. */
  received: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Whether the write with this key had its effect already. Then nothing is to be sent ahead. */
  registered: v.boolean(),
});
export type UploadAnswer = v.InferOutput<typeof UploadAnswer>;

/** What an answer says of an upload; null when it is not ours. */
export function readUpload(json: unknown): UploadAnswer | null {
  const { success, output } = v.safeParse(UploadAnswer, json);
  return success ? output : null;
}

/**
 * PATCH /api/sync/uploads/{key}/{file}?offset=&sha256=: one part as raw bytes, with its own hash.
 */
export const PartQuery = v.object({ offset: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), sha256: Sha256 });

/** How a write names its uploads, in their order. */
export const StagedFilesInput = v.object({
  staged_files: v.pipe(v.array(v.object({ id: Uuid, name: v.string(), sha256: Sha256 })), v.minLength(1)),
});
export type StagedFile = v.InferOutput<typeof StagedFilesInput>['staged_files'][number];
