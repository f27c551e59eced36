import type { DeviceData } from '#mirror/questions/device-data.ts';
import { Button } from '#ui/actions/button.tsx';
import { Clock, CloudOff, RotateCw, Send, Trash2 } from 'lucide-react';
import { useLogout } from '../../leaving/use-logout.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { DEVICE, onlyHere, sendNow } from '../../text/frame/device-data.ts';
import { Card } from './card.tsx';
import styles from './device-data.module.css';

/**
 * Leaving with everything erased: the consequences first, unsent work beside them, and the question
 * that leaving asks.
 */
export function EraseCard({ own }: { own: DeviceData['own'] }) {
  const { sync } = useProfile();
  const { isOffline } = useConnection();
  const logout = useLogout();
  const hasOwn = own.unsent + own.drafts > 0;
  return (
    <Card id="apagar" icon={Trash2} tone="danger" title={DEVICE.erase}>
      <div className={styles.erase}>
        <ul className={styles.consequences}>
          <li>
            <RotateCw size={18} strokeWidth={1.75} aria-hidden />
            {DEVICE.eraseBack}
          </li>
          <li>
            <CloudOff size={18} strokeWidth={1.75} aria-hidden />
            {DEVICE.eraseUntil}
          </li>
        </ul>
        {hasOwn ? (
          <div className={styles.onlyHere}>
            <Clock size={18} strokeWidth={1.75} aria-hidden />
            <p>
              <b>{onlyHere(own)}</b>
              <br />
              {DEVICE.eraseChoice}
            </p>
          </div>
        ) : null}
      </div>
      <div className={styles.ways}>
        <span className={styles.erases}>
          <Button onPress={logout.ask}>{DEVICE.eraseNow}</Button>
        </span>
        {own.unsent > 0 && !isOffline ? (
          <Button variant="quiet" icon={Send} onPress={sync.drainNow}>
            {sendNow(own.unsent)}
          </Button>
        ) : null}
      </div>
      {logout.dialog}
    </Card>
  );
}
