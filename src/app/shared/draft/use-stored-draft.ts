import { draftWithFiles, type StoredDraft } from '#mirror/questions/drafts.ts';
import { partDraft } from '#mirror/keep/returned-drafts.ts';
import { repliesTo } from '#mirror/keep/written-drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useCallback, useEffect, useState } from 'react';
import { busyIn } from './storing.ts';
import { sleepsSoFar } from '#mirror/store/page-sleep.ts';

/**
 * The draft that a form begins with, read once an earlier form has stored its files and a command
 * has taken over what was sent. A reply that was written for another document with this id becomes
 * a draft of its own first (S206). Undefined while it is read.
 */
export function useStoredDraft(mirror: Mirror, id: string): StoredDraft | undefined {
  const read = useCallback(async () => {
    for (let busy = busyIn(id); busy !== null; busy = busyIn(id)) await busy;
    const answered = repliesTo({ id });
    if (answered !== null) await partDraft(mirror, answered);
    return draftWithFiles(mirror, id);
  }, [mirror, id]);
  return useReadOnce(read);
}

/**
 * The answer of the mirror when a screen opens, for state that the screen changes itself from then
 * on. Undefined while it is read. Errors reach the error boundary. `read` must be a stable
 * function; another question needs another React key.
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
