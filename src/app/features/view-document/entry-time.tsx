import type { ThreadEntry } from '#mirror/questions/view-document.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { formatStamp } from '../../text/words/format.ts';
import { doneAndReceived, narrowStamp } from '../../text/words/moments.ts';
import { VIEW_TEXT } from '../../text/document/view-document.ts';
import styles from './message-card.module.css';

/**
 * The time of an entry: both times when it arrived later than it was done (rule A4), and a mark
 * when the device's clock was wrong.
 */
export function EntryTime({ entry }: { entry: ThreadEntry }) {
  const { today, zone } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const here = { today, zone };
  const { receivedAt } = entry;
  return (
    <time dateTime={entry.at} className={styles.time}>
      <span>{(isPhone ? narrowStamp : formatStamp)(entry.at, here)}</span>
      {receivedAt === null ? null : (
        <span className={styles.timeNote}>{doneAndReceived({ doneAt: entry.at, receivedAt }, here)}</span>
      )}
      {entry.clockSuspect ? <span className={styles.timeNote}>{VIEW_TEXT.clockSuspect}</span> : null}
    </time>
  );
}
