import { storageTroubleOf } from '#mirror/store/storage.ts';
import { NOT_STORED } from '../../text/not-stored.ts';

/** The sentence of every form for an error with which nothing was stored: why, and what to do next. */
export function notStoredText(error: unknown): string {
  return NOT_STORED[storageTroubleOf(error)?.kind ?? 'other'];
}
