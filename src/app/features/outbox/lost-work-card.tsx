import { forgetLostWork } from '#mirror/keep/lost-work.ts';
import type { LostWork } from '#mirror/store/rows.ts';
import { Button } from '#ui/actions/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { LOST_WORK, lostBody, lostTitle } from '../../text/lost-work.ts';
import styles from './outbox.module.css';

/** What waited here and is gone, until its author says that it was checked (S100). */
export function LostWorkCard({ lost }: { lost: LostWork }) {
  const { mirror, session, today, zone } = useProfile();
  const [isChecking, setChecking] = useState(false);

  async function check() {
    setChecking(true);
    try {
      const { checkLostWork } = await import('../../online/lost-work.ts');
      const left = await checkLostWork(mirror, session.id);
      if ((left?.unchecked.length ?? 0) > 0) notify({ title: LOST_WORK.stillUnknown });
    } catch (error) {
      reportError(error);
      notify({ title: LOST_WORK.stillUnknown, tone: 'danger' });
    } finally {
      setChecking(false);
    }
  }

  const action =
    lost.unchecked.length > 0 ? (
      <Button size="sm" isPending={isChecking} onPress={() => void check()}>
        {LOST_WORK.check}
      </Button>
    ) : (
      <Button size="sm" onPress={() => void forgetLostWork(mirror)}>
        {LOST_WORK.read}
      </Button>
    );
  return (
    <div className={styles.lost}>
      <Banner tone="danger" title={lostTitle(lost)} role="alert">
        {lostBody(lost, { today, zone })}
        <div className={styles.lostAct}>{action}</div>
      </Banner>
    </div>
  );
}
