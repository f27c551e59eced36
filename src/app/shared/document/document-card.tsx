import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Card } from '#ui/document-look/surface.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { Link } from '#ui/actions/link.tsx';
import { memo, type ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { dueText, shortDue } from '../../text/words/document.ts';
import styles from './document-card.module.css';
import { hrefOfDocument } from './document-href.ts';
import { DocumentLine } from './document-line.tsx';
import { completedOn, spineOf } from './document-marks.ts';
import { DocumentStamps } from './document-stamps.tsx';
import { DueLine } from './due-line.tsx';

type CardProps = {
  document: ListedDocument;
  lead?: ReactNode;
  trail?: ReactNode;
  isSelected?: boolean;
  children?: ReactNode;
};

/**
 * A document on a phone. `lead` is a checkbox before the words, `trail` a menu after it, `children`
 * what a list adds.
 */
export const DocumentCard = memo((props: CardProps) => {
  const { document, lead, trail, isSelected = false, children } = props;
  const { today, zone } = useProfile();
  const due = dueText(
    { status: document.status, limitDate: document.limit_date },
    { today, completedOn: completedOn(document, zone) },
  );
  return (
    <Card
      as="li"
      rowKey={document.key}
      spine={spineOf(document)}
      isPencil={document.pencil.document}
      padding="none"
      className={classNames(styles.card, lead !== undefined && styles.led, isSelected && styles.selected)}
    >
      {lead === undefined ? null : <span className={styles.lead}>{lead}</span>}
      <div className={styles.top}>
        <Link href={hrefOfDocument(document)} tone="plain" className={styles.title}>
          {document.title}
        </Link>
        {trail === undefined ? null : <span className={styles.side}>{trail}</span>}
      </div>
      <DocumentLine document={document} />
      {children}
      <div className={styles.bottom}>
        <DueLine due={document.is_exception ? shortDue(due) : due} />
        <DocumentStamps document={document} isAtEnd />
      </div>
    </Card>
  );
});
