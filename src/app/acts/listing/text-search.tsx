import { isForTexts, type TextSearch, watchTexts } from '#mirror/questions/search-texts.ts';
import { Link } from '#ui/actions/link.tsx';
import { TextSearch as TextSearchIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { inTextsText } from '../../text/lists/results.ts';

/** The search itself waits for a pause in typing. Texts are read only this much later. */
const PAUSE_MS = 220;

/**
 * `none`: texts are not searched for these words, because they are short or the number of a
 * document. `waiting`: there is no result yet.
 */
export type TextResults = TextSearch | 'none' | 'waiting';

/**
 * Searches the texts of the documents on this device for words. The result grows while the search
 * runs, and again when texts arrive or change. Other words end it. `limit`: how many documents are
 * read for the screen; all are counted.
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
 * A link that says in how many documents only the texts have the words of a list. Draws nothing
 * where no text has them.
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

/** In how many documents only the texts have the words, as far as the search has come. */
export function useInTexts(words: string): number {
  const found = useTextSearch(words, 0);
  return typeof found === 'object' ? found.total : 0;
}
