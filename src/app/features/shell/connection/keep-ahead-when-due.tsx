import { lazyPart } from '#ui/base/lazy-part.tsx';
import { filesState } from '#mirror/keep/files-kept.ts';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../../profile/profile.tsx';

const KeepAhead = lazyPart(async () => (await import('./keep-ahead.tsx')).KeepAhead, { isHelper: true });

/** Loads `KeepAhead` when details or pins have changed since its last complete run (S92). */
export function KeepAheadWhenDue() {
  const { mirror, today } = useProfile();
  const state = useLiveQuery(() => filesState(mirror, today), [mirror, today]);
  return (
    <OnceOpened isOpen={state?.now !== state?.kept}>
      <KeepAhead />
    </OnceOpened>
  );
}
