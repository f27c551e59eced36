import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  type Column,
  type ManagedRow,
  type ManageWords,
  type RowActs,
  type RowGroup,
  hasBulkActs,
  UNLOCKED,
} from './managed-row.ts';
import type { RowAsking } from './use-row-asking.tsx';
import type { Selection } from './use-selection.ts';
import { Register, RegisterGroup, RegisterRow, RegisterTick } from '#ui/document-look/register.tsx';
import { RowMeta } from '#ui/document-look/row-words.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { MANAGE, selectAllText } from '../../text/manage/manage.ts';
import styles from './manage-rows.module.css';
import { RowMarkStamp, RowTools, StatusSwitch, TickGroup, TickRow } from './row-parts.tsx';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import type { MenuEntry } from '#ui/overlays/menu-window.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { EllipsisVertical, ListChecks, SquarePen, Trash2, X } from 'lucide-react';
import { SELECTION } from '../../text/lists/list.ts';

/** What the table, the cards or a screen's own drawing of the rows gets. */
export type RowsProps<Row extends ManagedRow> = {
  readonly groups: readonly RowGroup<Row>[];
  readonly selection: Selection<Row>;
  readonly acts: RowActs<Row>;
  readonly asking: RowAsking<Row>;
  readonly words: ManageWords;
  readonly columns: readonly Column<Row>[];
  /** Draws something before the name, such as a photo. */
  readonly leadOf?: ((row: Row) => ReactNode) | undefined;
  /** The second line of the name's cell. */
  readonly detailOf: (row: Row) => ReactNode;
  /** The lines under the name on a card. */
  readonly linesOf: (row: Row) => readonly ReactNode[];
};

/** The rows as a table. Each group has a heading, with a checkbox for its rows. */
export function ManageTable<Row extends ManagedRow>(props: RowsProps<Row>) {
  const { groups, selection, columns, words, acts } = props;
  return (
    <Register className={styles.table}>
      <thead>
        <tr>
          {hasBulkActs(acts) ? (
            <RegisterTick>
              <Checkbox
                aria-label={selectAllText(selection.allCount)}
                isSelected={selection.isAll}
                isIndeterminate={selection.selected.length > 0 && !selection.isAll}
                onChange={selection.toggleAll}
              />
            </RegisterTick>
          ) : null}
          <th scope="col">{words.nameHead}</th>
          {columns.map((column) => (
            <th key={column.id} scope="col" style={{ width: column.width }}>
              {column.head}
            </th>
          ))}
          <th scope="col" className={styles.status}>
            {MANAGE.status}
          </th>
          <th scope="col" className={styles.tools}>
            {MANAGE.acts}
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.id}>
          {group.label === '' ? null : <GroupHead group={group} {...props} />}
          {group.rows.map((row) => (
            <TableRow key={row.key} row={row} {...props} />
          ))}
        </tbody>
      ))}
    </Register>
  );
}

function GroupHead<Row extends ManagedRow>(props: RowsProps<Row> & { group: RowGroup<Row> }) {
  const { group, selection, columns, acts } = props;
  return (
    <RegisterGroup>
      {hasBulkActs(acts) ? (
        <td>
          <TickGroup group={group} selection={selection} />
        </td>
      ) : null}
      <th scope="rowgroup" colSpan={columns.length + 3}>
        <SectionLabel as="p" count={group.rows.length}>
          {group.label}
        </SectionLabel>
      </th>
    </RegisterGroup>
  );
}

function TableRow<Row extends ManagedRow>(props: RowsProps<Row> & { row: Row }) {
  const { row, selection, columns, acts, asking, leadOf, detailOf } = props;
  return (
    <RegisterRow rowKey={row.key} isPencil={row.pencil.row} isSelected={selection.has(row.key)}>
      {hasBulkActs(acts) ? (
        <td>
          <TickRow row={row} selection={selection} />
        </td>
      ) : null}
      <th scope="row">
        <span className={styles.nameLine}>
          {leadOf?.(row)}
          <span className={styles.words}>
            <span className={styles.name} tabIndex={-1} data-row-name>
              {row.name}
            </span>
            <RowMeta>{detailOf(row)}</RowMeta>
          </span>
        </span>
      </th>
      {columns.map((column) => (
        <td key={column.id}>{column.cell(row)}</td>
      ))}
      <td>
        <StatusSwitch row={row} acts={acts} asking={asking} />
      </td>
      <td>
        <span className={styles.end}>
          <RowMarkStamp row={row} />
          <RowTools row={row} acts={acts} asking={asking} />
        </span>
      </td>
    </RegisterRow>
  );
}

/**
 * The rows as cards, on phones and tablets. In selection mode a card shows a checkbox in place of
 * its switch and menu.
 */
export function ManageCards<Row extends ManagedRow>(props: RowsProps<Row>) {
  const { groups, selection, acts } = props;
  const [isSelecting, setIsSelecting] = useState(false);
  const isShown = isSelecting || selection.selected.length > 0;
  const modeId = useId();
  const isPressed = useRef(false);
  // The button of the selection mode moves when it is pressed, and keeps the focus.
  useEffect(() => {
    if (isPressed.current && isFocusLost()) document.getElementById(modeId)?.focus();
    isPressed.current = false;
  }, [isShown, modeId]);
  /** Whether the first group has a heading, in which the button then stands. */
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
      <div className={styles.cardsWords}>
        <b className={styles.cardsName} tabIndex={-1} data-row-name>
          {row.name}
        </b>
        {linesOf(row).map((line, index) => (
          <span key={index} className={styles.line}>
            {line}
          </span>
        ))}
        <RowMarkStamp row={row} />
        <div className={styles.cardsTools}>
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
