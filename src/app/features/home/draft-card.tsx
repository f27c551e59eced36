import { keptDrafts } from '#mirror/questions/kept-drafts.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, Suspense } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { draftHref } from '../../shared/manage/draft-href.ts';

const OpenDraft = lazy(async () => ({ default: (await import('./open-draft.tsx')).OpenDraft }));

/** The home is drawn once nothing of it reads any more (drawn-at-once.tsx). */
const READING = <div aria-busy="true" />;

/**
 * "Continuar rascunho" (rule C16): the newest form with something written in it. Its menu and its question are loaded only
 * where there is one.
 */
export function DraftCard() {
  const { mirror } = useProfile();
  const drafts = useLiveQuery(() => keptDrafts(mirror), [mirror]);
  if (drafts === undefined) return READING;
  const [first] = drafts.flatMap((draft) => {
    const href = draftHref(draft);
    return href === null ? [] : [{ draft, href }];
  });
  if (first === undefined) return null;
  return (
    <Suspense fallback={READING}>
      <OpenDraft key={first.draft.id} {...first} others={drafts.length - 1} />
    </Suspense>
  );
}
