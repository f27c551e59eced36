import type { AlertRow } from '#contract/reference-data.ts';
import { registeredRows } from '#mirror/questions/reference-rows.ts';
import { foldWithin, matchesTokens, searchTokens } from '#domain/search.ts';
import { Disclosure } from '#ui/actions/disclosure.tsx';
import { Link } from '#ui/actions/link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Megaphone, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { ALERTS, endedAlertsText, MANAGE_ALERTS } from '../../text/manage/manage-alerts.ts';
import { formatLongWeekday } from '../../text/words/format.ts';
import styles from './alerts-screen.module.css';

/**
 * The active alerts, nearest date first, those whose date has passed folded; searched by title on
 * Enter.
 */
export function AlertsScreen() {
  const { mirror, today } = useProfile();
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const alerts = useLiveQuery(async () => {
    const rows = await registeredRows(mirror, 'alerts');
    return rows
      .filter((row) => row.status === 'active')
      .sort((left, right) => left.limit_date.localeCompare(right.limit_date));
  }, [mirror]);
  const tokens = searchTokens(text);
  const shown = alerts?.filter((row) => matchesTokens(foldWithin(row.title), tokens)) ?? [];
  const valid = shown.filter((alert) => alert.limit_date >= today);
  const ended = shown.filter((alert) => alert.limit_date < today).toReversed();
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
      {alerts === undefined ? <SkeletonRows label={ALERTS.loading} count={3} /> : null}
      {alerts !== undefined && (tokens.length === 0 ? valid : shown).length === 0 ? (
        <NoAlerts isSearch={tokens.length > 0} />
      ) : null}
      <AlertList alerts={valid} until={ALERTS.until} />
      {ended.length === 0 ? null : <Ended key={text} alerts={ended} isFound={tokens.length > 0} />}
    </div>
  );
}

function NoAlerts({ isSearch }: { isSearch: boolean }) {
  const { may } = useProfile();
  if (isSearch) {
    return (
      <EmptyState icon={SearchX} title={ALERTS.noMatch}>
        {ALERTS.noMatchNext}
      </EmptyState>
    );
  }
  const mayWrite = may('create_alerts');
  return (
    <EmptyState
      icon={Megaphone}
      title={ALERTS.none}
      action={mayWrite ? <Link href="/admin/create-alerts">{MANAGE_ALERTS.create}</Link> : undefined}
    >
      {ALERTS.next[mayWrite ? 'writer' : 'reader']}
    </EmptyState>
  );
}

/** The alerts whose date has passed: folded at first, unless a search found them. */
function Ended({ alerts, isFound }: { alerts: readonly AlertRow[]; isFound: boolean }) {
  const [isOpen, setOpen] = useState(isFound);
  return (
    <Disclosure title={endedAlertsText(alerts.length)} isOpen={isOpen} onOpenChange={setOpen}>
      <AlertList alerts={alerts} until={ALERTS.endedOn} isFolded />
    </Disclosure>
  );
}

function AlertList(props: { alerts: readonly AlertRow[]; until: string; isFolded?: boolean }) {
  const { alerts, until, isFolded = false } = props;
  const Title = isFolded ? 'h3' : 'h2';
  if (alerts.length === 0) return null;
  return (
    <ul className={styles.list}>
      {alerts.map((alert) => (
        <Card key={alert.id} as="li" padding="lg">
          <Title className={styles.title}>{alert.title}</Title>
          <p>{alert.description}</p>
          <p className={styles.until}>{`${until} ${formatLongWeekday(alert.limit_date)}`}</p>
        </Card>
      ))}
    </ul>
  );
}
