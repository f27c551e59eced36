import { Button } from '#ui/actions/button.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { ListChecks } from 'lucide-react';
import { Fragment, useState } from 'react';
import { DocumentCard } from '../../shared/document/document-card.tsx';
import { ResponsibleLine } from '../../shared/document/responsible-line.tsx';
import { SELECTION } from '../../text/selection.ts';
import { type RowsProps, SelectAll, SelectOne } from './documents-table.tsx';
import styles from './list-screen.module.css';
import { ExceptionFacts } from './exception-facts.tsx';
import { RowMenu } from '../../acts/listing/row-menu.tsx';
import { useWindows } from './use-windows.ts';

/**
 * The rows as cards, on phones and tablets. With `exceptionsOnly` each says what makes it an exception (rule F8). The
 * checkboxes appear when the person asks to select, with one for the whole page above them.
 */
export function DocumentCards(props: RowsProps & { exceptionsOnly: boolean }) {
  const { rows, groups, selection, acts, exceptionsOnly } = props;
  const windows = useWindows();
  const [isSelecting, setIsSelecting] = useState(false);
  const shown = isSelecting || selection.selected.length > 0;
  const toggle = (
    <Button
      variant="quiet"
      icon={ListChecks}
      onPress={() => {
        selection.clear();
        setIsSelecting(!shown);
      }}
    >
      {shown ? SELECTION.clear : SELECTION.select}
    </Button>
  );
  const cards = (some: readonly ListedDocument[]) => (
    <ul className={styles.cards}>
      {some.map((document) => (
        <DocumentCard
          key={document.key}
          document={document}
          isSelected={selection.has(document.key)}
          lead={shown ? <SelectOne document={document} selection={selection} /> : undefined}
          trail={shown ? undefined : <RowMenu document={document} acts={acts} />}
        >
          <ResponsibleLine document={document} />
          {exceptionsOnly ? <ExceptionFacts document={document} window={windows?.get(document.subject.id)} /> : null}
        </DocumentCard>
      ))}
    </ul>
  );
  const all = shown ? <SelectAll selection={selection} hasWords /> : null;
  if (groups === null) {
    return (
      <>
        <div className={styles.cardsHead}>
          {all}
          {toggle}
        </div>
        {cards(rows)}
      </>
    );
  }
  return groups.map((group, index) => (
    <Fragment key={group.id}>
      <div className={styles.cardsHead}>
        <SectionLabel count={group.count} tone={group.id === 'overdue' ? 'danger' : 'plain'}>
          {group.name}
        </SectionLabel>
        {index === 0 ? all : null}
        {index === 0 ? toggle : null}
      </div>
      {cards(group.rows)}
    </Fragment>
  ));
}
