import { Button } from '#ui/actions/button.tsx';
import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { ListChecks, X } from 'lucide-react';
import { Fragment, memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { DocumentCard } from '../../shared/document/document-row.tsx';
import { ResponsibleLine } from '../../shared/document/responsible-line.tsx';
import { SELECTION, LIST } from '../../text/lists/list.ts';
import { RowMenu } from '../../acts/listing/row-menu.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { formatMoment } from '../../text/words/format.ts';
import { type RowProps, type RowsProps, SelectAll, SelectOne } from './documents-table.tsx';
import styles from './list-screen.module.css';
import { useWindows } from './use-windows.ts';

/**
 * What makes a document an exception, on its card: the columns that the table has for it (rule F8).
 */
function ExceptionFacts({ document, window }: { document: ListedDocument; window: string | undefined }) {
  const { today, zone } = useProfile();
  const facts = [
    ['Assunto', document.subject.name],
    ['Janela de envio', window ?? LIST.noWindow],
    ['Enviado em', formatMoment(document.created_at, { today, zone })],
    ['Justificativa', document.exception_reason ?? LIST.noReason],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * The rows as cards, on phones and tablets. With `exceptionsOnly` each says what makes it an
 * exception (rule F8). The checkboxes appear when the person asks to select, with one for the whole
 * page above them. The button that leaves this mode goes once something is ticked, because the bar
 * of the ticked rows clears them.
 */
export function DocumentCards(props: RowsProps & { exceptionsOnly: boolean }) {
  const { rows, groups, selection, acts, exceptionsOnly } = props;
  const windows = useWindows();
  const { toggle } = selection;
  const [isSelecting, setIsSelecting] = useState(false);
  const shown = isSelecting || selection.selected.length > 0;
  const modeId = useId();
  const isPressed = useRef(false);
  // The button moves to another line while rows are being selected, and takes the focus with it.
  useEffect(() => {
    if (isPressed.current && isFocusLost()) document.getElementById(modeId)?.focus();
    isPressed.current = false;
  }, [shown, modeId]);
  // The styles of the toolbar above the rows read it there.
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute('data-selecting', shown);
    return () => root.removeAttribute('data-selecting');
  }, [shown]);
  const mode = (
    <Button
      id={modeId}
      variant="quiet"
      size="sm"
      icon={shown ? X : ListChecks}
      onPress={() => {
        isPressed.current = true;
        setIsSelecting(!shown);
      }}
    >
      {shown ? SELECTION.cancel : SELECTION.select}
    </Button>
  );
  const cards = (some: readonly ListedDocument[]) => (
    <ul className={styles.cards}>
      {some.map((document) => (
        <ListedCard
          key={document.key}
          document={document}
          isSelected={selection.has(document.key)}
          isSelecting={shown}
          isException={exceptionsOnly}
          window={windows?.get(document.subject.id)}
          {...{ acts, toggle }}
        />
      ))}
    </ul>
  );
  return (
    <>
      {shown || groups === null ? (
        <div className={styles.cardsHead} data-selecting={shown}>
          {shown ? <SelectAll selection={selection} count={rows.length} /> : null}
          {selection.selected.length === 0 ? mode : null}
        </div>
      ) : null}
      {groups === null
        ? cards(rows)
        : groups.map((group, index) => (
            <Fragment key={group.id}>
              <div className={styles.cardsHead}>
                <SectionLabel count={group.count} tone={group.id === 'overdue' ? 'danger' : 'plain'}>
                  {group.name}
                </SectionLabel>
                {index === 0 && !shown ? mode : null}
              </div>
              {cards(group.rows)}
            </Fragment>
          ))}
    </>
  );
}

type CardProps = RowProps & {
  readonly isSelecting: boolean;
  readonly isException: boolean;
  /** The window of the document's subject. */
  readonly window: string | undefined;
};

/** Drawn again only when its own document or tick has changed. */
const ListedCard = memo(function ListedCard(props: CardProps) {
  const { document, isSelected, isSelecting, isException, window, toggle, acts } = props;
  return (
    <DocumentCard
      document={document}
      isSelected={isSelected}
      lead={isSelecting ? <SelectOne document={document} isSelected={isSelected} toggle={toggle} /> : undefined}
      trail={isSelecting ? undefined : <RowMenu document={document} acts={acts} />}
    >
      <ResponsibleLine document={document} />
      {isException ? <ExceptionFacts document={document} window={window} /> : null}
    </DocumentCard>
  );
});
