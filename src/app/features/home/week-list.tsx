import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import type { Week } from '#mirror/questions/week.ts';
import { Link } from '#ui/actions/link.tsx';
import { RowList } from '#ui/document-look/surface.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { useDeferredValue } from 'react';
import { mineText, nothingThisWeek, tenDaysText, WEEK } from '../../text/week.ts';
import styles from './week-list.module.css';
import { WeekRow } from './week-row.tsx';

/**
 * "Para hoje e esta semana": what waits for the person's sector, the overdue first. An empty week is one calm line. `week`: undefined
 * until it is read.
 */
export function WeekList({ week }: { week: Week | undefined }) {
  const { session } = useProfile();
  const { summary } = useSyncState();
  const isPhone = useLayoutKind() === 'phone';
  const sector = session.organization?.acronym;
  if (week === undefined) return null;
  const count = week.overdueCount + week.dueCount;
  const href = (choice: string) => {
    const own =
      session.organization_id === null ? `responsible_id=${session.id}` : `organization_id=${session.organization_id}`;
    return `/admin/manage-documents?${choice}&${own}&order_by_limit_date=asc`;
  };
  const moreOverdue = week.overdueCount - week.overdue.length;
  const moreDue = week.dueCount - week.due.length;
  // Before the first contact with the server nothing is known, and so nothing is said.
  if (count === 0 && summary.refreshedAtMs === null) return null;
  return (
    <section aria-labelledby="semana">
      <div className={styles.head}>
        <SectionLabel id="semana" count={count}>
          {sector === undefined || isPhone ? WEEK.title : `${WEEK.title} · setor ${sector}`}
        </SectionLabel>
        <Link href={href('due=ten_days')} tone="action">
          {tenDaysText(week.tenDaysCount, isPhone)}
        </Link>
      </div>
      {count === 0 ? (
        <p className={styles.empty}>{nothingThisWeek(week.next)}</p>
      ) : (
        <>
          {week.mineCount === 0 && sector !== undefined ? <p className={styles.mine}>{mineText(count)}</p> : null}
          <RowList label={WEEK.title}>
            <WeekRows documents={[...week.overdue, ...week.due]} />
          </RowList>
          {moreOverdue > 0 || moreDue > 0 ? (
            <p className={styles.more}>
              {moreOverdue > 0 ? (
                <Link href={href('overdue=true')} tone="action">
                  {WEEK.allOverdue}
                </Link>
              ) : null}
              {moreDue > 0 ? (
                <Link href={href('due=week')} tone="action">
                  {WEEK.allDue}
                </Link>
              ) : null}
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}

/** Rows that a phone's first screen can hold. */
const PHONE_ROWS = 4;

/** On a phone, what stands below the first screen is drawn after it (S144). */
function WeekRows({ documents }: { documents: readonly ListedDocument[] }) {
  const { today } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const shown = useDeferredValue(documents.length, isPhone ? PHONE_ROWS : documents.length);
  return documents.slice(0, shown).map((document) => <WeekRow key={document.key} document={document} today={today} />);
}
