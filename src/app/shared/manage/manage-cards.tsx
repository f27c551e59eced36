import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import type { MenuEntry } from '#ui/overlays/menu-window.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { EllipsisVertical, ListChecks, SquarePen, Trash2, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { MANAGE, selectAllText } from '../../text/manage/manage.ts';
import { SELECTION } from '../../text/lists/list.ts';
import styles from './manage-cards.module.css';
import type { RowsProps } from './rows-props.ts';
import { hasBulkActs, type ManagedRow, UNLOCKED } from './managed-row.ts';
import { RowMarkStamp, StatusSwitch, TickGroup, TickRow } from './row-parts.tsx';

/**
 * The rows as cards, on phones and tablets. While rows are being selected a card trades its switch
 * and its menu for a checkbox.
 */
export function ManageCards<Row extends ManagedRow>(props: RowsProps<Row>) {
  const { groups, selection, acts } = props;
  const [isSelecting, setIsSelecting] = useState(false);
  const isShown = isSelecting || selection.selected.length > 0;
  const modeId = useId();
  const isPressed = useRef(false);
  // The button moves to another place while rows are being selected, and takes the focus with it.
  useEffect(() => {
    if (isPressed.current && isFocusLost()) document.getElementById(modeId)?.focus();
    isPressed.current = false;
  }, [isShown, modeId]);
  /** Without a line of its own where the first group has a heading. */
  const isHeaded = groups[0]?.label !== '';
  const mode = hasBulkActs(acts) ? (
    <Button
      id={modeId}
      variant="quiet"
      icon={isShown ? X : ListChecks}
      onPress={() => {
        isPressed.current = true;
        selection.clear();
        setIsSelecting(!isShown);
      }}
    >
      {isShown ? MANAGE.cancel : SELECTION.select}
    </Button>
  ) : null;
  return (
    <>
      {isShown || (!isHeaded && mode !== null) ? (
        <div className={styles.selectLine}>
          {isShown ? (
            <Checkbox
              isSelected={selection.isAll}
              isIndeterminate={selection.selected.length > 0 && !selection.isAll}
              onChange={selection.toggleAll}
            >
              {selectAllText(selection.allCount)}
            </Checkbox>
          ) : null}
          {selection.selected.length === 0 ? mode : null}
        </div>
      ) : null}
      {groups.map((group, index) => (
        <section key={group.id} className={styles.group} aria-label={group.label === '' ? undefined : group.label}>
          {group.label === '' ? null : (
            <div className={styles.groupHead}>
              {isShown ? <TickGroup group={group} selection={selection} /> : null}
              <SectionLabel count={group.rows.length}>{group.label}</SectionLabel>
              {index === 0 && !isShown ? mode : null}
            </div>
          )}
          <ul className={styles.cards}>
            {group.rows.map((row) => (
              <RowCard key={row.key} row={row} isSelecting={isShown} {...props} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function RowCard<Row extends ManagedRow>(props: RowsProps<Row> & { row: Row; isSelecting: boolean }) {
  const { row, isSelecting, selection, acts, asking, linesOf } = props;
  const items = entriesOf(props);
  return (
    <Card
      as="li"
      rowKey={row.key}
      padding="none"
      isPencil={row.pencil.row}
      state={selection.has(row.key) ? 'active' : 'plain'}
      className={`${styles.card} ${selection.has(row.key) ? (styles.selected ?? '') : ''}`}
    >
      {isSelecting ? <TickRow row={row} selection={selection} /> : null}
      <div className={styles.words}>
        <b className={styles.name} tabIndex={-1} data-row-name>
          {row.name}
        </b>
        {linesOf(row).map((line, index) => (
          <span key={index} className={styles.line}>
            {line}
          </span>
        ))}
        <RowMarkStamp row={row} />
        <div className={styles.tools}>
          {isSelecting ? (
            row.isActive ? null : (
              <span className={styles.inactive}>{MANAGE.inactive}</span>
            )
          ) : (
            <>
              <StatusSwitch row={row} acts={acts} asking={asking} />
              {items.length === 0 ? null : (
                <Menu
                  label={`Opções de ${row.name}`}
                  trigger={<IconButton icon={EllipsisVertical} size="sm" label={`Mais opções de ${row.name}`} />}
                  items={items}
                />
              )}
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

function entriesOf<Row extends ManagedRow>({ row, acts, asking }: RowsProps<Row> & { row: Row }): MenuEntry[] {
  const { remove } = acts.locksOf?.(row) ?? UNLOCKED;
  const entries: MenuEntry[] = [];
  if (acts.editHref !== undefined) {
    entries.push({ id: 'edit', text: MANAGE.edit, icon: SquarePen, href: acts.editHref(row) });
  }
  if (acts.remove !== undefined) {
    entries.push({
      id: 'remove',
      text: MANAGE.remove,
      icon: Trash2,
      ...(remove === null ? { tone: 'danger', onAction: () => asking.remove([row]) } : { reason: remove }),
    });
  }
  return entries;
}
