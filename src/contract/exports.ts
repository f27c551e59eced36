// The export of everything, as its screen asks for it (S239).

import * as v from 'valibot';
import { Instant, Rev as Count } from './scalars.ts';

export const ExportState = v.object({
  /** `waiting`: no server has begun it. */
  state: v.picklist(['waiting', 'making', 'ready', 'failed']),
  asked_at: Instant,
  asked_by: v.string(),
  files_done: Count,
  files_all: Count,
  bytes_done: Count,
  bytes_all: Count,
  /** Why it failed: the server has no room, or anything else. */
  fault: v.nullable(v.picklist(['full', 'broken'])),
  documents: Count,
  /** Files whose bytes the server has lost. */
  lost: Count,
  /** Bytes of the archive. */
  size: Count,
  ready_at: v.nullable(Instant),
  /** When it can't be taken any more. */
  expires_at: v.nullable(Instant),
});
export type ExportState = v.InferOutput<typeof ExportState>;

/** GET and POST /api/export; null where no export is kept. */
export const ExportAnswer = v.object({ export: v.nullable(ExportState) });
export type ExportAnswer = v.InferOutput<typeof ExportAnswer>;

/** Null for an answer of a server that has no export. */
export function readExportAnswer(json: unknown): ExportAnswer | null {
  const parsed = v.safeParse(ExportAnswer, json);
  return parsed.success ? parsed.output : null;
}
