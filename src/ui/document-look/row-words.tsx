import type { ReactNode } from 'react';
import { Link } from '../actions/link.tsx';
import { classNames } from '../base/class-names.ts';
import styles from './row-words.module.css';

type Part = { className?: string | undefined; children: ReactNode };

/**
 * What a `Row` is about: its title above a line of details (`RowMeta`). It takes the width that the
 * row's other parts leave.
 */
export function RowWords({ className, children }: Part) {
  return <span className={classNames(styles.words, className)}>{children}</span>;
}

/**
 * The title of a row. Its link covers the whole row; with `standsApart` it covers the title only,
 * because the row has other targets. With `href` null the title is text.
 */
export function RowTitle(props: Part & { href: string | null; standsApart?: boolean }) {
  const { href, standsApart = false, className, children } = props;
  const ownClass = classNames(styles.title, standsApart ? styles.apart : styles.covering, className);
  if (href === null) return <span className={classNames(styles.title, styles.apart, className)}>{children}</span>;
  return (
    <Link href={href} tone="plain" className={ownClass}>
      {children}
    </Link>
  );
}

/** A line of details, below the title of a `Row` or in a cell of a `Register`. */
export function RowMeta({ className, children }: Part) {
  return <span className={classNames(styles.meta, className)}>{children}</span>;
}
