import { Button } from '#ui/actions/button.tsx';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { DocumentCard } from '../../shared/document/document-card.tsx';
import { SELECTION } from '../../text/selection.ts';
import { type RowsProps, SelectOne } from './documents-table.tsx';
import styles from './list-screen.module.css';
import { ExceptionFacts } from './exception-facts.tsx';
import { RowMenu } from './row-menu.tsx';
import { useWindows } from './use-windows.ts';

/** The rows as cards, on phones and tablets. With `exceptionsOnly` each says what makes it an exception (rule F8). The checkboxes appear when the person asks to select. */
export function DocumentCards(props: RowsProps & { exceptionsOnly: boolean }) {
  const { rows, selection, acts, exceptionsOnly } = props;
  const windows = useWindows();
  const [isSelecting, setIsSelecting] = useState(false);
  const shown = isSelecting || selection.selected.length > 0;
  return (
    <>
      <ul className={styles.cards}>
        {rows.map((document) => (
          <DocumentCard
            key={document.key}
            document={document}
            isSelected={selection.has(document.key)}
            lead={shown ? <SelectOne document={document} selection={selection} /> : undefined}
            trail={<RowMenu document={document} acts={acts} />}
          >
            {exceptionsOnly ? <ExceptionFacts document={document} window={windows?.get(document.subject.id)} /> : null}
          </DocumentCard>
        ))}
      </ul>
      <div className={styles.selectLine}>
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
      </div>
    </>
  );
}
