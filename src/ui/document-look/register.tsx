import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './register.module.css';

/**
 * A table of rows under a heading that stays in sight. `className` sets the widths of its columns.
 */
export function Register({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <table className={classNames(styles.register, className)}>{children}</table>;
}

/** One row; in pencil while all of it exists only on this device. */
export function RegisterRow(props: {
  /** Value of `data-row`, by which keyboard shortcuts find the row. */
  rowKey?: string | undefined;
  isPencil?: boolean | undefined;
  isSelected?: boolean | undefined;
  children: ReactNode;
}) {
  const { rowKey, isPencil, isSelected, children } = props;
  return (
    <tr data-row={rowKey} className={classNames(isPencil && styles.pencil, isSelected && styles.selected)}>
      {children}
    </tr>
  );
}

/** The heading row of a group, the first of its own `tbody`. */
export function RegisterGroup({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <tr className={classNames(styles.group, className)}>{children}</tr>;
}

/** The heading of the column of tick boxes. */
export function RegisterTick({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className={styles.tick}>
      {children}
    </th>
  );
}
