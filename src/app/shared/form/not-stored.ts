import { FilesTaken } from '#commands/frame/files-taken.ts';
import { storageTroubleOf } from '#mirror/store/storage.ts';
import { FILES_TAKEN, NOT_STORED } from '../../text/words/stored-here.ts';

/**
 * The sentence of every form for an error with which nothing was stored: why, and what to do next.
 */
export function notStoredText(error: unknown): string {
  if (error instanceof FilesTaken) return FILES_TAKEN;
  return NOT_STORED[storageTroubleOf(error)?.kind ?? 'other'];
}
