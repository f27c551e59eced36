import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import type { Week } from '#mirror/questions/week.ts';
import { Link } from '#ui/actions/link.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { memo, useDeferredValue } from 'react';
import type { CalendarDay } from '#domain/dates.ts';
import { RowMeta, RowTitle, RowWords } from '#ui/document-look/row-words.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { dayWords, mineText, nothingThisWeek, tenDaysText, WEEK } from '../../text/lists/home.ts';
import { hrefOfDocument, spineOf } from '../../shared/document/document-marks.ts';
import { DocumentStamps } from '../../shared/document/document-stamps.tsx';
import { Ticket } from '../../shared/document/ticket.tsx';
import { fullName } from '../../text/words/format.ts';
import styles from './week-list.module.css';

/** A document of the week: the day first, then what it is and with whom. */
const WeekRow = memo(({ document, today }: { document: ListedDocument; today: CalendarDay }) => {
  const { person } = useProfile();
  const day = dayWords(document.limit_date, today);
  const isRed = document.limit_date <= today;
  const isPencil = document.pencil.limitDate && !document.pencil.document;
  return (
    <Row spine={spineOf(document)} isPencil={document.pencil.document} className={styles.row}>
      <span className={styles.day}>
        <b className={isPencil ? styles.pencil : isRed ? styles.red : undefined}>{day.name}</b>
        <RowMeta>{day.date}</RowMeta>
      </span>
      <RowWords className={styles.words}>
        <RowTitle href={hrefOfDocument(document)} className={styles.title}>
          {document.title}
        </RowTitle>
        <RowMeta>
          {document.origin === null ? null : <span>{`${document.origin.acronym} · `}</span>}
          <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} />
          <WithWhom document={document} userId={person.userId} />
        </RowMeta>
      </RowWords>
      <span className={styles.stamps}>
        <DocumentStamps document={document} />
      </span>
    </Row>
  );
});

function WithWhom({ document, userId }: { document: ListedDocument; userId: number }) {
  const [first] = document.responsibles;
  if (first === undefined) return null;
  if (document.responsibles.some((one) => one.id === userId)) {
    return (
      <>
        <span>{' · com '}</span>
        <b>você</b>
      </>
    );
  }
  return (
    <>
      <span> · com </span>
      <span>{fullName(first)}</span>
    </>
  );
}

/**
 * "Para hoje e esta semana": what waits for the person's sector, the overdue first. An empty week
 * is one calm line. `week`: undefined until it is read.
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
  // Before the first contact with the server the documents are unknown, so nothing is shown.
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

/** On a phone, rows below the first screen are drawn after it (S144). */
function WeekRows({ documents }: { documents: readonly ListedDocument[] }) {
  const { today } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const shown = useDeferredValue(documents.length, isPhone ? PHONE_ROWS : documents.length);
  return documents.slice(0, shown).map((document) => <WeekRow key={document.key} document={document} today={today} />);
}
