import type { CalendarDay } from '#domain/dates.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { RowMeta, RowTitle, RowWords } from '#ui/document-look/row-words.tsx';
import { Row } from '#ui/document-look/surface.tsx';
import { memo } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { hrefOfDocument } from '../../shared/document/document-href.ts';
import { spineOf } from '../../shared/document/document-marks.ts';
import { DocumentStamps } from '../../shared/document/document-stamps.tsx';
import { Ticket } from '../../shared/document/ticket.tsx';
import { dayWords } from '../../text/week.ts';
import { fullName } from '../../text/names.ts';
import styles from './week-list.module.css';

/** A document of the week: the day first, then what it is and with whom. */
export const WeekRow = memo(({ document, today }: { document: ListedDocument; today: CalendarDay }) => {
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
