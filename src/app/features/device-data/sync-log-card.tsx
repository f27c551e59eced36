import { switchSyncLog, syncLogOf } from '#mirror/keep/sync-log.ts';
import type { KeptEvent } from '#mirror/store/rows.ts';
import { Switch } from '#ui/fields/switch.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { NotebookPen } from 'lucide-react';
import { keepChoice } from '../../device/keep-choice.ts';
import { useProfile } from '../../profile/profile.tsx';
import { formatMoment } from '../../text/words/format.ts';
import { eventText, SYNC_LOG } from '../../text/frame/device-data.ts';
import { Card } from './card.tsx';
import styles from './device-data.module.css';

/** As many as one reads; the record for the support holds all. */
const SHOWN = 30;

/**
 * Lets a person see what sync does on this device. The page and the worker write to the same log.
 */
export function SyncLogCard() {
  const { mirror } = useProfile();
  const log = useLiveQuery(() => syncLogOf(mirror), [mirror]);
  if (log === undefined) return null;
  const { isOn, faults, events } = log;
  return (
    <Card id="diario" icon={NotebookPen} title={SYNC_LOG.title}>
      <p className={styles.meaning}>{SYNC_LOG.what}</p>
      <Switch isSelected={isOn} onChange={(on) => keepChoice(switchSyncLog(mirror, on))}>
        {SYNC_LOG.isOn}
      </Switch>
      <Events title={SYNC_LOG.faults} events={faults} />
      <Events title={SYNC_LOG.events} events={events} />
      {isOn && events.length === 0 ? <p className={styles.meaning}>{SYNC_LOG.empty}</p> : null}
    </Card>
  );
}

function Events({ title, events }: { title: string; events: readonly KeptEvent[] }) {
  const { today, zone } = useProfile();
  if (events.length === 0) return null;
  return (
    <section className={styles.logged} aria-label={title}>
      <h3>{title}</h3>
      <ol className={styles.log} aria-label={title}>
        {events
          .slice(-SHOWN)
          .toReversed()
          .map((event, at) => (
            <li key={events.length - at}>
              <time dateTime={new Date(event.atMs).toISOString()}>{formatMoment(event.atMs, { today, zone })}</time>
              <span>{eventText(event)}</span>
            </li>
          ))}
      </ol>
    </section>
  );
}
