import { Register, RegisterGroup, RegisterRow, RegisterTick } from '#ui/document-look/register.tsx';
import { RowMeta } from '#ui/document-look/row-words.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { MANAGE, selectAllText } from '../../text/manage/manage.ts';
import type { RowsProps } from './rows-props.ts';
import styles from './manage-table.module.css';
import { hasBulkActs, type ManagedRow, type RowGroup } from './managed-row.ts';
import { RowMarkStamp, RowTools, StatusSwitch, TickGroup, TickRow } from './row-parts.tsx';

/** The rows as a table; rows of a group under a heading with a tick of its own. */
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
