import { registeredRows } from '#mirror/questions/reference-rows.ts';
import { fold, matchesTokens, searchTokens } from '#domain/search.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { ALERTS } from '../../text/alerts.ts';
import { formatLongWeekday } from '../../text/format.ts';
import styles from './alerts-screen.module.css';

/** The active alerts, nearest date first; searched by title on Enter. */
export function AlertsScreen() {
  const { mirror } = useProfile();
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const alerts = useLiveQuery(async () => {
    const rows = await registeredRows(mirror, 'alerts');
    return rows
      .filter((row) => row.status === 'active')
      .sort((left, right) => left.limit_date.localeCompare(right.limit_date));
  }, [mirror]);
  const tokens = searchTokens(text);
  const shown = alerts?.filter((row) => matchesTokens(fold(row.title), tokens));
  return (
    <div className={styles.screen}>
      <ScreenHeader title={ALERTS.title} backHref="/admin/home" />
      <search id="busca" className={styles.search}>
        <SearchField
          label={ALERTS.search}
          placeholder={ALERTS.placeholder}
          value={typed}
          onChange={setTyped}
          onSubmit={setText}
          onClear={() => setText('')}
        />
      </search>
      {shown === undefined ? <SkeletonRows label={ALERTS.loading} count={3} /> : null}
      {shown?.length === 0 ? (
        <EmptyState icon={Megaphone} title={tokens.length === 0 ? ALERTS.none : ALERTS.noMatch} />
      ) : null}
      <ul className={styles.list}>
        {shown?.map((alert) => (
          <Card key={alert.id} as="li" padding="lg">
            <h2 className={styles.title}>{alert.title}</h2>
            <p>{alert.description}</p>
            <p className={styles.until}>{`${ALERTS.until} ${formatLongWeekday(alert.limit_date)}`}</p>
          </Card>
        ))}
      </ul>
    </div>
  );
}
