import { FilesTaken } from '#commands/frame/files-taken.ts';
import { storageTroubleOf } from '#mirror/store/storage.ts';
import { FILES_TAKEN, NOT_STORED } from '../../text/words/stored-here.ts';

/**
 * The sentence for an error after which nothing was stored: why, and what to do. All forms use it.
 */
export function notStoredText(error: unknown): string {
  if (error instanceof FilesTaken) return FILES_TAKEN;
  return NOT_STORED[storageTroubleOf(error)?.kind ?? 'other'];
}
