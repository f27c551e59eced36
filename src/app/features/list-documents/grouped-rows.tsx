import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { classNames } from '#ui/base/class-names.ts';
import { RegisterGroup } from '#ui/document-look/register.tsx';
import type { ReactNode } from 'react';
import styles from './documents-table.module.css';
import type { ListGroup } from './list-groups.ts';

/**
 * The body of a table of documents; in the order of deadlines one body per group, under a heading
 * of its own.
 */
export function GroupedRows(props: {
  rows: readonly ListedDocument[];
  groups: readonly ListGroup[] | null;
  columns: number;
  children: (document: ListedDocument) => ReactNode;
}) {
  const { rows, groups, columns, children } = props;
  if (groups === null) return <tbody>{rows.map(children)}</tbody>;
  return groups.map((group) => (
    <tbody key={group.id}>
      <RegisterGroup className={styles.groupRow}>
        <th
          scope="rowgroup"
          colSpan={columns}
          className={classNames(styles.groupHead, group.id === 'overdue' && styles.overdueGroup)}
        >
          {group.name} <span className={styles.groupCount}>{group.count}</span>
        </th>
      </RegisterGroup>
      {group.rows.map(children)}
    </tbody>
  ));
}
