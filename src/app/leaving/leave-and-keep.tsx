import { ownWork } from '#mirror/questions/own-work.ts';
import { ActButton } from '#ui/actions/act-button.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isCutOff } from './is-cut-off.ts';
import { useProfile } from '../profile/profile.tsx';
import { useConnection } from '../shared/connection/use-connection.ts';
import { flushForms } from '../shared/draft/open-forms.ts';
import { keepMeaning, keepText, LOGOUT } from './words.ts';
import styles from './leave-and-keep.module.css';

/**
 * Leaves at once and keeps all work of the person on this device, in two presses on a phone: the
 * menu, and this. It is there while there is such work and a key that closes it (S94), and says
 * what keeping means. "Sair" above it offers the other choices.
 */
export function LeaveAndKeep({ onKeep }: { onKeep: () => void }) {
  const { mirror, now } = useProfile();
  const [isSaved, setSaved] = useState(false);
  const own = useLiveQuery(() => ownWork(mirror, { nowMs: now() }), [mirror, now]);
  const isOffline = isCutOff(useConnection());
  useEffect(() => {
    // What a form has not saved yet counts too. The sheet covers the form, so nothing is typed
    // after this. What can't be saved is not counted as a draft.
    void flushForms()
      .catch(() => undefined)
      .then(() => setSaved(true));
  }, []);
  if (!isSaved || own === undefined || own.items.length + own.draftsAtMs.length === 0 || !own.hasKey) return null;
  return (
    <div className={styles.leave}>
      <ActButton
        icon={Lock}
        title={keepText(own)}
        detail={isOffline ? `${keepMeaning(own)} ${LOGOUT.offline}` : keepMeaning(own)}
        onPress={onKeep}
      />
    </div>
  );
}
