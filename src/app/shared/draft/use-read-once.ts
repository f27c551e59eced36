import { sleepsSoFar } from '#mirror/store/page-sleep.ts';
import { useEffect, useState } from 'react';

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
