import { storageTroubleOf } from '#mirror/store/storage.ts';
import { useEffect, useState } from 'react';

/**
 * What the mirror answered when a screen opened, for what the screen itself holds from then on. Undefined while it is read; an error
 * is thrown into the screen's error boundary. `read` must stay the same function for the same question.
 */
export function useReadOnce<Answer>(read: () => Promise<Answer>): Answer | undefined {
  const [answer, setAnswer] = useState<() => Answer>();
  useEffect(() => {
    let isOver = false;
    const show = (told: () => Answer) => {
      if (!isOver) setAnswer(() => told);
    };
    readTwice(read).then(
      (found) => show(() => found),
      (error: unknown) =>
        show(() => {
          throw error;
        }),
    );
    return () => {
      isOver = true;
    };
  }, [read]);
  return answer?.();
}

/** A page that goes to sleep ends what it is reading (mirror/store/page-sleep.ts), and reads it again when it is shown. */
function readTwice<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  return read().catch((error: unknown) => {
    if (storageTroubleOf(error) === null) throw error;
    return read();
  });
}
