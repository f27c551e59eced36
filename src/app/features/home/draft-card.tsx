import { hasDrafts } from '#mirror/questions/has-drafts.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { lazyHelper } from '../../shared/screen/lazy-helper.tsx';

/** The home is drawn once nothing of it reads any more (drawn-at-once.tsx). */
const READING = <div aria-busy="true" />;

const NewestDraft = lazyHelper(async () => (await import('./newest-draft.tsx')).NewestDraft, READING);

/** "Continuar rascunho" (rule C16). Its code is loaded only where there is a draft. */
export function DraftCard() {
  const { mirror } = useProfile();
  const isThere = useLiveQuery(() => hasDrafts(mirror), [mirror]);
  if (isThere === undefined) return READING;
  return isThere ? <NewestDraft /> : null;
}
