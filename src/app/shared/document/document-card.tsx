import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Card } from '#ui/document-look/surface.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Clock } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { dueDay } from '../../text/words/document.ts';
import { fullName } from '../../text/words/format.ts';
import styles from './document-card.module.css';
import { completedOn, hrefOfDocument, spineOf } from './document-marks.ts';
import { DocumentStamps, DueLine } from './document-stamps.tsx';
import { Ticket } from './ticket.tsx';

type CardProps = {
  document: ListedDocument;
  lead?: ReactNode;
  trail?: ReactNode;
  isSelected?: boolean;
  children?: ReactNode;
};

/**
 * A document as a card, on phones and tablets: title, meta line, due line, stamps. On a tablet the
 * last two stand at the end of the row. `lead`: a checkbox before the words. `trail`: a menu in the
 * corner. `children`: what the list adds below the meta line.
 */
export const DocumentCard = memo((props: CardProps) => {
  const { document, lead, trail, isSelected = false, children } = props;
  const { today, zone } = useProfile();
  const due = dueDay(
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
      className={classNames(
        styles.card,
        lead !== undefined && styles.led,
        trail !== undefined && styles.trailed,
        isSelected && styles.selected,
      )}
    >
      {lead === undefined ? null : <span className={styles.lead}>{lead}</span>}
      <div className={styles.words}>
        <Link href={hrefOfDocument(document)} tone="plain" className={styles.title}>
          {document.title}
        </Link>
        <CardMeta document={document} />
        {children}
      </div>
      <div className={styles.state}>
        <DueLine due={due} />
        <DocumentStamps document={document} />
      </div>
      {trail === undefined ? null : <span className={styles.trail}>{trail}</span>}
    </Card>
  );
});

/**
 * The meta line of a card: `SEMSUR · PMVI 044 · com você`. On a tablet it has the physical number
 * too. The responsible is in pencil while a transfer waits.
 */
function CardMeta({ document }: { document: ListedDocument }) {
  const { person } = useProfile();
  const [first] = document.responsibles;
  const isPencil = document.pencil.responsibles && !document.pencil.document;
  return (
    <span className={styles.meta}>
      {document.origin === null ? null : <span>{`${document.origin.acronym} · `}</span>}
      <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} />
      <span translate="no" className={styles.office}>{` · ${document.physical_document_number}`}</span>
      <span>{' · '}</span>
      {first === undefined ? (
        <span>Sem responsável</span>
      ) : (
        <span className={isPencil ? styles.pencil : undefined}>
          {isPencil ? <Clock size={14} strokeWidth={1.75} aria-hidden /> : null}
          {first.id === person.userId ? (
            <span>
              com <b>você</b>
            </span>
          ) : (
            <span>
              <VisuallyHidden>Responsável: </VisuallyHidden>
              {fullName(first)}
            </span>
          )}
          {isPencil ? <span> · na fila</span> : null}
        </span>
      )}
    </span>
  );
}
