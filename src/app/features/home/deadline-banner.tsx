import type { AlertRow } from '#contract/reference-data.ts';
import { daysBetween } from '#domain/dates.ts';
import { homeAlert } from '#mirror/questions/home.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { CalendarClock, X } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import { toneOfDays } from '../../text/due-text.ts';
import { HOME, remaining } from '../../text/home.ts';
import styles from './deadline-banner.module.css';

/** The nearest deadline alert (rules G1–G3). Dismissing it hides it until tomorrow, or until it turns red. */
export function DeadlineBanner() {
  const { mirror, today, person } = useProfile();
  const alert = useLiveQuery(() => homeAlert(mirror, today), [mirror, today]);
  const facts = useDeviceFacts();
  if (alert === undefined || facts === null) return null;
  const userId = String(person.userId);
  const days = daysBetween(today, alert.limit_date);
  const mark = `${alert.id}:${today}:${isRed(days) ? 'red' : 'calm'}`;
  if (facts.alertDismissed[userId] === mark) return null;
  const dismiss = () => void changeDeviceFacts({ alertDismissed: { ...facts.alertDismissed, [userId]: mark } });
  return <AlertBanner alert={alert} days={days} onDismiss={dismiss} />;
}

function isRed(days: number): boolean {
  return toneOfDays(days) === 'danger';
}

function AlertBanner({ alert, days, onDismiss }: { alert: AlertRow; days: number; onDismiss: () => void }) {
  const { lead, rest } = remaining(days);
  return (
    <section className={`${styles.banner} ${styles[toneOfDays(days)] ?? ''}`} aria-label="Aviso de prazo">
      <p className={styles.stub}>
        <CalendarClock size={22} strokeWidth={1.75} aria-hidden className={styles.icon} />
        <span className={styles.lead}>{lead} </span>
        <span>{rest}</span>
      </p>
      <div className={styles.words}>
        <p className={styles.title}>{alert.title}</p>
        <p className={styles.text}>{alert.description}</p>
      </div>
      <div className={styles.close}>
        <IconButton icon={X} label={HOME.dismiss} onPress={onDismiss} />
      </div>
    </section>
  );
}
