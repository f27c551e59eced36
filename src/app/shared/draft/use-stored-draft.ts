import { draftWithFiles, type StoredDraft } from '#mirror/questions/drafts.ts';
import { partDraft } from '#mirror/keep/returned-drafts.ts';
import { repliesTo } from '#mirror/keep/written-drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useCallback, useEffect, useState } from 'react';
import { storedIn } from './open-drafts.ts';
import { sleepsSoFar } from '#mirror/store/page-sleep.ts';

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

/**
 * What the mirror answered when a screen opened, for what the screen itself holds from then on.
 * Undefined until it was read first; an error is thrown into the error boundary around. `read` must
 * stay the same function, and another question needs another `key`.
 */
export function useReadOnce<Answer>(read: () => Promise<Answer>): Answer | undefined {
  const [outcome, setOutcome] = useState<() => Answer>();
  useEffect(() => {
    let isOver = false;
    const settle = (found: () => Answer) => {
      if (!isOver) setOutcome(() => found);
    };
    readAwake(read).then(
      (answer) => settle(() => answer),
      (error: unknown) =>
        settle(() => {
          throw error;
        }),
    );
    return () => {
      isOver = true;
    };
  }, [read]);
  return outcome?.();
}

/**
 * A page that goes to sleep ends what it is reading (mirror/store/page-sleep.ts), and reads it
 * again when it is shown.
 */
async function readAwake<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  const sleeps = sleepsSoFar();
  try {
    return await read();
  } catch (error) {
    if (sleepsSoFar() === sleeps) throw error;
    return readAwake(read);
  }
}
