import { useCallback, useEffect, useRef } from 'react';
import type { tellNote, tellRefusal } from './tell.ts';

type Tell = { readonly tellNote: typeof tellNote; readonly tellRefusal: typeof tellRefusal };

/**
 * Loads tell.ts, which holds the words of messages, and then runs `work` with it. Once this
 * component is unmounted it shows nothing: the person may have left, and the next one sees the
 * login.
 */
export function useTelling(): <Result>(work: (words: Tell) => Promise<Result>) => Promise<Result | undefined> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(async (work) => {
    const words = await import('./tell.ts');
    return isHere.current ? work(words) : undefined;
  }, []);
}
