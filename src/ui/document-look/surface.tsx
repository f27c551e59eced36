import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { type SpineTone, spineClass } from './spine.ts';
import styles from './surface.module.css';

type SurfaceState = 'plain' | 'active' | 'danger';

/** Props of `Card`; `isPencil` when all of it exists only on this device. */
export type CardProps = {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
  spine?: SpineTone | undefined;
  isPencil?: boolean | undefined;
  state?: SurfaceState | undefined;
  padding?: 'none' | 'md' | 'lg' | undefined;
  id?: string | undefined;
  /** Value of `data-row`, by which keyboard shortcuts find the card. */
  rowKey?: string | undefined;
  className?: string | undefined;
  'aria-labelledby'?: string | undefined;
  children: ReactNode;
};

/** A card: white with a solid line for ink, grey with a dashed line for pencil. */
export function Card(props: CardProps) {
  const { as: Tag = 'div', spine, isPencil, state = 'plain', padding = 'md', id, rowKey, className, children } = props;
  return (
    <Tag
      id={id}
      data-row={rowKey}
      aria-labelledby={props['aria-labelledby']}
      className={classNames(
        styles.card,
        styles[state],
        isPencil && styles.pencil,
        styles[`pad-${padding}`],
        spine && spineClass(spine),
        className,
      )}
    >
      {children}
    </Tag>
  );
}

/** Rows in one frame; the children are `Row`s. */
export function RowList(props: {
  label?: string | undefined;
  isPencil?: boolean | undefined;
  state?: SurfaceState | undefined;
  children: ReactNode;
}) {
  const { label, isPencil, state = 'plain', children } = props;
  return (
    <ul aria-label={label} className={classNames(styles.rows, styles[state], isPencil && styles.pencil)}>
      {children}
    </ul>
  );
}

/** One row of a `RowList`. The density of the page decides its height. */
export function Row(props: {
  spine?: SpineTone | undefined;
  isPencil?: boolean | undefined;
  isSelected?: boolean | undefined;
  isDanger?: boolean | undefined;
  id?: string | undefined;
  /** Value of `data-row`, by which keyboard shortcuts find the row. */
  rowKey?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { spine, isPencil, isSelected, isDanger, id, rowKey, className, children } = props;
  return (
    <li
      id={id}
      data-row={rowKey}
      className={classNames(
        styles.row,
        isPencil && styles.pencilRow,
        isSelected && styles.selected,
        isDanger && styles.dangerRow,
        spine && spineClass(spine),
        className,
      )}
    >
      {children}
    </li>
  );
}

/**
 * The hatched gutter of a message in pencil. It is decoration; the dashed line and the words carry
 * the meaning.
 */
export function Hatch() {
  return <span className={styles.hatch} aria-hidden />;
}
