import { daysBetween } from '#domain/dates.ts';
import { referenceRows } from '#mirror/questions/reference-rows.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { Info } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { AlertBanner } from '../../shared/screen/alert-banner.tsx';
import { formatShortDay } from '../../text/format.ts';
import { beforeText, MANAGE_ALERTS, STAGE_TEXT } from '../../text/manage-alerts.ts';
import type { AlertFields } from './alert-fields.ts';
import { alertFuture, shownBefore } from './alert-future.ts';
import styles from './alert-preview.module.css';

/** What the home will show of the alert that is being written, and what becomes of it day by day. */
export function AlertPreview({ fields, rowKey }: { fields: AlertFields; rowKey: string | null }) {
  const { today } = useProfile();
  const { title, description, limit_date: limitDate, status } = fields;
  const shown = {
    title: title.trim() || MANAGE_ALERTS.previewTitle,
    description: description.trim() || MANAGE_ALERTS.previewDescription,
  };
  const isPast = limitDate !== null && limitDate < today;
  const banner =
    limitDate === null || isPast ? null : (
      <AlertBanner alert={shown} days={daysBetween(today, limitDate)} label={MANAGE_ALERTS.previewLabel} />
    );
  return (
    <div className={styles.preview}>
      {banner}
      {status === 'inactive' || isPast || limitDate === null ? (
        <Truth>
          {status === 'inactive' ? MANAGE_ALERTS.inactive : isPast ? MANAGE_ALERTS.pastDate : MANAGE_ALERTS.needsDate}
        </Truth>
      ) : (
        <>
          <ol className={styles.stations}>
            {alertFuture(limitDate, today).map(({ day, isNow, stage }) => (
              <li key={stage} className={styles[stage]}>
                <b>{isNow ? MANAGE_ALERTS.now : formatShortDay(day)}</b>
                <span>{STAGE_TEXT[stage]}</span>
              </li>
            ))}
          </ol>
          <Queue limitDate={limitDate} rowKey={rowKey} />
        </>
      )}
    </div>
  );
}

/** Which alert the home shows first. */
function Queue({ limitDate, rowKey }: { limitDate: string; rowKey: string | null }) {
  const { mirror, today } = useProfile();
  const alerts = useLiveQuery(() => referenceRows(mirror, 'alerts'), [mirror]);
  if (alerts === undefined) return null;
  const others = alerts.flatMap(({ key, row }) => (row.status === 'active' && key !== rowKey ? [row] : []));
  return <Truth>{beforeText(shownBefore(others, { limitDate, today }))}</Truth>;
}

function Truth({ children }: { children: string }) {
  return (
    <p className={styles.truth}>
      <Info size={18} strokeWidth={1.75} aria-hidden />
      {children}
    </p>
  );
}
