import { draftWithFiles, type StoredDraft } from '#mirror/questions/drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useCallback } from 'react';
import { storedIn } from './open-drafts.ts';
import { useReadOnce } from './use-read-once.ts';

/**
 * What this device has stored of a form, read when a form that was left before has stored all its files. Afterwards the form itself
 * holds the current state. Undefined while reading.
 */
export function useStoredDraft(mirror: Mirror, id: string): StoredDraft | undefined {
  const read = useCallback(async () => {
    await storedIn(id);
    return draftWithFiles(mirror, id);
  }, [mirror, id]);
  return useReadOnce(read);
}
