import { draftWithFiles, type StoredDraft } from '#mirror/questions/drafts.ts';
import { partDraft } from '#mirror/keep/parted-drafts.ts';
import { repliesTo } from '#mirror/keep/written-drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useCallback } from 'react';
import { storedIn } from './open-drafts.ts';
import { useReadOnce } from './use-read-once.ts';

/**
 * The stored draft of a form, read after an earlier form has stored all its files. Afterwards the
 * form itself holds the current state. A reply that was written for another document is moved to
 * the list of drafts first (S206). Undefined while reading.
 */
export function useStoredDraft(mirror: Mirror, id: string): StoredDraft | undefined {
  const read = useCallback(async () => {
    await storedIn(id);
    const answered = repliesTo({ id });
    if (answered !== null) await partDraft(mirror, answered);
    return draftWithFiles(mirror, id);
  }, [mirror, id]);
  return useReadOnce(read);
}
