import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { RowTitle, RowWords } from '#ui/document-look/row-words.tsx';
import { Row } from '#ui/document-look/surface.tsx';
import { memo, type ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { dueText } from '../../text/words/document.ts';
import { hrefOfDocument, completedOn, spineOf } from './document-marks.ts';
import styles from './document-row.module.css';
import { DocumentStamps, DueLine } from './document-stamps.tsx';
import { Ticket } from './ticket.tsx';

type RowProps = {
  document: ListedDocument;
  title?: ReactNode;
  line?: ReactNode;
  href?: string | undefined;
};

/**
 * A document as a row of a `RowList`: title, meta line, due text aligned to the right, stamps in
 * one column. `title` and `line` take the place of the plain title and of the meta line, and `href`
 * that of the address.
 */
export const DocumentRow = memo((props: RowProps) => {
  const { document, title, line, href = hrefOfDocument(document) } = props;
  const { today, zone } = useProfile();
  const due = dueText(
    { status: document.status, limitDate: document.limit_date },
    { today, completedOn: completedOn(document, zone) },
  );
  return (
    <Row rowKey={document.key} spine={spineOf(document)} isPencil={document.pencil.document} className={styles.row}>
      <RowWords className={styles.words}>
        <RowTitle href={href}>{title ?? document.title}</RowTitle>
        {line ?? <DocumentLine document={document} />}
      </RowWords>
      <span className={styles.state}>
        <span className={styles.due}>
          <DueLine due={due} />
        </span>
        <span className={styles.stamps}>
          <DocumentStamps document={document} />
        </span>
      </span>
    </Row>
  );
});

/** The meta line of a document: `SEMSUR · PMVI 044 · Ofício nº 087/2026/SEMSUR`. */
function DocumentLine({ document }: { document: ListedDocument }) {
  const { person } = useProfile();
  return (
    <span className={styles.line}>
      {document.origin === null ? null : <span>{`${document.origin.acronym} · `}</span>}
      <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} />
      <span translate="no">{` · ${document.physical_document_number}`}</span>
    </span>
  );
}
