import { startTransition, useEffect, useState } from 'react';

/** Runs `work` after the next paint, unless the answered function is called before. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Frames come before paints: what is due at once in a frame runs after its paint.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * How many further parts of a screen are drawn: none with the first, then one more after each
 * paint, so that the first is on the screen before them (S129). Each is a transition, so none is a
 * long task (S144). They begin with `isBegun`.
 */
export function useInTurns(isBegun: boolean, parts: number): number {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (!isBegun || drawn === parts) return undefined;
    return afterPaint(() => startTransition(() => setDrawn(drawn + 1)));
  }, [isBegun, drawn, parts]);
  return drawn;
}
