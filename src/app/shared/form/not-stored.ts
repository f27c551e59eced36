import { storageTroubleOf } from '#mirror/store/storage.ts';
import { NOT_STORED } from '../../text/not-stored.ts';

/** The sentence of every form for an error with which nothing was stored: why, and what to do next. A fault that is none of the storage is reported. */
export function notStoredText(error: unknown): string {
  const trouble = storageTroubleOf(error);
  if (trouble === null) reportError(error);
  return NOT_STORED[trouble?.kind ?? 'other'];
}
