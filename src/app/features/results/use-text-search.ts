import { isForTexts, searchTexts, type TextSearch } from '#mirror/questions/search-texts.ts';
import { useEffect, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';

/** Texts are read when nothing was typed for this long after the pause of the search itself. */
const PAUSE_MS = 220;
/** Rows on screen. */
const SHOWN = 30;

/** `none`: no text is searched for these words. `waiting`: nothing is known yet. */
export type TextsFound = TextSearch | 'none' | 'waiting';

/**
 * What the words find inside the texts on this device, as it is being found; given up when the
 * words change.
 */
export function useTextSearch(text: string): TextsFound {
  const { mirror, person, today } = useProfile();
  const [told, setTold] = useState<{ readonly text: string; readonly search: TextSearch | 'none' } | null>(null);
  useEffect(() => {
    if (!isForTexts(text)) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const onProgress = (search: TextSearch) => setTold({ text, search });
    const timer = setTimeout(() => {
      searchTexts(mirror, { text, person, today, limit: SHOWN, signal, onProgress }).catch((error: unknown) => {
        reportError(error);
        if (!signal.aborted) setTold({ text, search: 'none' });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [mirror, person, today, text]);
  if (!isForTexts(text)) return 'none';
  return told?.text === text ? told.search : 'waiting';
}
