import { isForTexts, type TextSearch, watchTexts } from '#mirror/questions/search-texts.ts';
import { Link } from '#ui/actions/link.tsx';
import { TextSearch as TextSearchIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { inTextsText } from '../../text/lists/results.ts';

/** Texts are read when nothing was typed for this long after the pause of the search itself. */
const PAUSE_MS = 220;

/** `none`: no text is searched for these words. `waiting`: nothing is known yet. */
export type TextResults = TextSearch | 'none' | 'waiting';

/**
 * What the words find inside the texts on this device, as it is being found, and as texts come and
 * change; given up when the words change. `limit`: how many documents are read for the screen; all
 * are counted.
 */
export function useTextSearch(text: string, limit: number): TextResults {
  const { mirror, person, today } = useProfile();
  const [told, setTold] = useState<{ readonly text: string; readonly search: TextSearch | 'none' } | null>(null);
  useEffect(() => {
    if (!isForTexts(text)) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const onProgress = (search: TextSearch) => setTold({ text, search });
    const timer = setTimeout(() => {
      watchTexts(mirror, { text, person, today, limit, signal, onProgress }).catch((error: unknown) => {
        reportError(error);
        if (!signal.aborted) setTold({ text, search: 'none' });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [mirror, person, today, text, limit]);
  if (!isForTexts(text)) return 'none';
  return told?.text === text ? told.search : 'waiting';
}

/**
 * Where else the words of a list are: in the texts of how many documents. Nothing where they are in
 * none.
 */
export function InTexts({ words }: { words: string }) {
  const total = useInTexts(words);
  if (total === 0) return null;
  return (
    <Link href={`/admin/results/${encodeURIComponent(words)}`} tone="action">
      <TextSearchIcon size={20} strokeWidth={1.75} aria-hidden />
      <span>{inTextsText(total)}</span>
    </Link>
  );
}

/** In how many documents only the texts have the words, as far as is known. */
export function useInTexts(words: string): number {
  const found = useTextSearch(words, 0);
  return typeof found === 'object' ? found.total : 0;
}
