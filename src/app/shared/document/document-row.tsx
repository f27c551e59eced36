import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { RowTitle, RowWords } from '#ui/document-look/row-words.tsx';
import { Row } from '#ui/document-look/surface.tsx';
import { memo, type ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { dueText } from '../../text/words/document.ts';
import { hrefOfDocument } from './document-href.ts';
import { DocumentLine } from './document-line.tsx';
import { completedOn, spineOf } from './document-marks.ts';
import styles from './document-row.module.css';
import { DocumentStamps } from './document-stamps.tsx';
import { DueLine } from './due-line.tsx';

/**
 * A document as a row of a `RowList`: title, meta line, due text aligned to the right, stamps in
 * one column. `title` and `line` take the place of the plain title and of the meta line.
 */
export const DocumentRow = memo((props: { document: ListedDocument; title?: ReactNode; line?: ReactNode }) => {
  const { document, title, line } = props;
  const { today, zone } = useProfile();
  const due = dueText(
    { status: document.status, limitDate: document.limit_date },
    { today, completedOn: completedOn(document, zone) },
  );
  return (
    <Row rowKey={document.key} spine={spineOf(document)} isPencil={document.pencil.document} className={styles.row}>
      <RowWords className={styles.words}>
        <RowTitle href={hrefOfDocument(document)}>{title ?? document.title}</RowTitle>
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
