import { Button } from '#ui/actions/button.tsx';
import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { X } from 'lucide-react';
import { Fragment, memo, type MouseEvent, type PointerEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { DocumentCard } from '../../shared/document/document-card.tsx';
import { LIST, SELECTION } from '../../text/lists/list.ts';
import { RowMenu } from '../../acts/listing/row-menu.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { formatMoment } from '../../text/words/format.ts';
import { type RowProps, type RowsProps, SelectAll, SelectOne } from './documents-table.tsx';
import styles from './list-screen.module.css';
import { LIST_VIEW_ID } from './list-toolbar.tsx';
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

type CardsProps = RowsProps & {
  exceptionsOnly: boolean;
  isSelecting: boolean;
  onSelecting: (isSelecting: boolean) => void;
};

/**
 * The documents as cards, on phones and tablets. With `exceptionsOnly` each says what makes it an
 * exception (rule F8). Checkboxes appear when the person asks to select or holds a card, together
 * with one for the whole page. Once a card is ticked the button that ends selecting is left out,
 * because the bar of ticked documents can clear them.
 */
export function DocumentCards(props: CardsProps) {
  const { rows, groups, selection, acts, exceptionsOnly, isSelecting, onSelecting } = props;
  const windows = useWindows();
  const { toggle } = selection;
  const shown = isSelecting || selection.selected.length > 0;
  const held = useHeldRow(toggle);
  const modeId = useId();
  useFocusOfMode(isSelecting, modeId);
  // The styles of the toolbar read this attribute.
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute('data-selecting', shown);
    return () => root.removeAttribute('data-selecting');
  }, [shown]);
  const cards = (some: readonly ListedDocument[]) => (
    <ul className={styles.cards} {...held}>
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
      {shown ? (
        <div className={styles.cardsHead} data-selecting>
          <SelectAll selection={selection} count={rows.length} />
          {selection.selected.length === 0 ? (
            <Button id={modeId} variant="quiet" size="sm" icon={X} onPress={() => onSelecting(false)}>
              {SELECTION.cancel}
            </Button>
          ) : null}
        </div>
      ) : null}
      {groups === null
        ? cards(rows)
        : groups.map((group) => (
            <Fragment key={group.id}>
              <div className={styles.cardsHead}>
                <SectionLabel count={group.count} tone={group.id === 'overdue' ? 'danger' : 'plain'}>
                  {group.name}
                </SectionLabel>
              </div>
              {cards(group.rows)}
            </Fragment>
          ))}
    </>
  );
}

/** A finger that rests for so long on a card ticks it. */
const HOLD_MS = 450;
/** A finger that moves farther scrolls. */
const HOLD_PX = 10;

/**
 * Handlers for the element around rows: a finger held on a row ticks it. The end of the hold is no
 * press, and the browser's menu for links does not open.
 */
function useHeldRow(tick: (key: string) => void) {
  const hold = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> | undefined } | null>(null);
  const isOver = useRef(false);
  const end = () => {
    clearTimeout(hold.current?.timer);
    hold.current = null;
  };
  return {
    onPointerDownCapture: ({ pointerType, target, clientX, clientY, isPrimary }: PointerEvent) => {
      end();
      isOver.current = false;
      const key = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;
      const isControl = target instanceof Element && target.closest('button, label') !== null;
      if (pointerType !== 'touch' || !isPrimary || key === undefined || isControl) return;
      const timer = setTimeout(() => {
        isOver.current = true;
        tick(key);
      }, HOLD_MS);
      hold.current = { x: clientX, y: clientY, timer };
    },
    onPointerMoveCapture: ({ clientX, clientY }: PointerEvent) => {
      const at = hold.current;
      if (at !== null && Math.hypot(clientX - at.x, clientY - at.y) > HOLD_PX) end();
    },
    onPointerUpCapture: end,
    onPointerCancelCapture: end,
    onContextMenuCapture: (event: MouseEvent) => {
      if (hold.current !== null || isOver.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isOver.current) return;
      isOver.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** Frames that a dialog may take to close and to give the focus back. */
const FRAMES = 60;

/**
 * Moves the focus when selecting begins or ends, because the focused element disappears. At the
 * beginning it moves to the button that ends selecting, and at the end back to the button that
 * began it.
 */
function useFocusOfMode(isSelecting: boolean, modeId: string): void {
  const before = useRef(isSelecting);
  useEffect(() => {
    if (before.current === isSelecting) return undefined;
    before.current = isSelecting;
    let left = FRAMES;
    let frame = 0;
    const look = () => {
      if (isFocusLost()) document.getElementById(isSelecting ? modeId : LIST_VIEW_ID)?.focus();
      else if (left > 0) {
        left -= 1;
        frame = requestAnimationFrame(look);
      }
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [isSelecting, modeId]);
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
      {isException ? <ExceptionFacts document={document} window={window} /> : null}
    </DocumentCard>
  );
});
