import { keptDrafts } from '#mirror/questions/kept-drafts.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { draftHref } from '../../shared/manage/draft-href.ts';
import { OpenDraft } from './open-draft.tsx';

/** The newest form with something written in it that can still be opened. */
export function NewestDraft() {
  const { mirror } = useProfile();
  const drafts = useLiveQuery(() => keptDrafts(mirror), [mirror]);
  if (drafts === undefined) return <div aria-busy="true" />;
  const [first] = drafts.flatMap((draft) => {
    const href = draftHref(draft);
    return href === null ? [] : [{ draft, href }];
  });
  return first === undefined ? null : <OpenDraft key={first.draft.id} {...first} others={drafts.length - 1} />;
}
