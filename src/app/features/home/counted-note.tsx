import { coverOf } from '#mirror/questions/cover.ts';
import { readMeta } from '#mirror/store/storage.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { countedText } from '../../text/lists/home.ts';
import styles from './counted-note.module.css';

/**
 * What the six numbers count where the copy on this device is bounded, and how many documents the
 * server has (S110).
 */
export function CountedNote() {
  const { mirror, today, zone } = useProfile();
  const counted = useLiveQuery(async () => {
    const bound = (await readMeta(mirror, 'cursor'))?.bounded;
    return bound && { bound, cover: await coverOf(mirror, bound) };
  }, [mirror]);
  if (!counted) return null;
  const { bound, cover } = counted;
  return <p className={styles.note}>{countedText(bound, { cover, here: { today, zone } })}</p>;
}
