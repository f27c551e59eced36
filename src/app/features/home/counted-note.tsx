import { readMeta } from '#mirror/store/meta.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { countedText } from '../../text/older.ts';
import styles from './counted-note.module.css';

/** What the six numbers count where the copy on this device is bounded, and how many documents the server has (S110). */
export function CountedNote() {
  const { mirror, today, zone } = useProfile();
  const bound = useLiveQuery(async () => (await readMeta(mirror, 'cursor'))?.bounded, [mirror]);
  return bound === undefined ? null : <p className={styles.note}>{countedText(bound, { today, zone })}</p>;
}
