// The export of everything (S239), as its screen reads it.

import * as v from 'valibot';
import { Instant, Rev as Count } from './scalars.ts';

export const ExportState = v.object({
  /** `waiting`: no server has begun the export yet. */
  state: v.picklist(['waiting', 'making', 'ready', 'failed']),
  asked_at: Instant,
  asked_by: v.string(),
  files_done: Count,
  files_all: Count,
  bytes_done: Count,
  bytes_all: Count,
  /**
   * Why the export failed: the server had no room, or anything else. Null where it did not fail.
   */
  fault: v.nullable(v.picklist(['full', 'broken'])),
  documents: Count,
  /** Files whose bytes the server has lost. */
  lost: Count,
  /** Bytes of the archive. */
  size: Count,
  ready_at: v.nullable(Instant),
  /** Until when the export can be downloaded. */
  expires_at: v.nullable(Instant),
});
export type ExportState = v.InferOutput<typeof ExportState>;

/** GET and POST /api/export; null where no export is kept. */
export const ExportAnswer = v.object({ export: v.nullable(ExportState) });
export type ExportAnswer = v.InferOutput<typeof ExportAnswer>;

/** Reads the answer of /api/export; null from a server that has no export. */
export function readExportAnswer(json: unknown): ExportAnswer | null {
  const parsed = v.safeParse(ExportAnswer, json);
  return parsed.success ? parsed.output : null;
}
