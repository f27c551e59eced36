import { draftWithFiles, type StoredDraft } from '#mirror/questions/drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useEffect, useState } from 'react';
import { storedIn } from './open-drafts.ts';

/**
 * What this device has stored of a form. It is read once, because afterwards the form itself holds the current state, and only
 * when a form that was left before has stored all its files. Undefined while reading.
 */
export function useStoredDraft(mirror: Mirror, id: string): StoredDraft | undefined {
  const [draft, setDraft] = useState<StoredDraft>();
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      await storedIn(id);
      const stored = await draftWithFiles(mirror, id);
      if (!isOver) setDraft(stored);
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [mirror, id]);
  return draft;
}
