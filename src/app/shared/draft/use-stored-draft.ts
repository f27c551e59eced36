import { draftWithFiles, type StoredDraft } from '#mirror/questions/drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useEffect, useState } from 'react';

/** What this device keeps of a form, read once: afterwards the form itself is the truth. Undefined while reading. */
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
