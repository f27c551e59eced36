import { draftWithFiles, type StoredDraft } from '#mirror/questions/drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useEffect, useState } from 'react';

/**
 * What this device has stored of a form. It is read once, because afterwards the form itself holds the current state.
 * Undefined while reading.
 */
export function useStoredDraft(mirror: Mirror, id: string): StoredDraft | undefined {
  const [draft, setDraft] = useState<StoredDraft>();
  useEffect(() => {
    let isOver = false;
    void draftWithFiles(mirror, id).then((read) => {
      if (!isOver) setDraft(read);
    });
    return () => {
      isOver = true;
    };
  }, [mirror, id]);
  return draft;
}
