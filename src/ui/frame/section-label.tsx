import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import type { IconType } from '../base/icon.ts';
import styles from './section-label.module.css';

/**
 * The small heading of a group, in capitals by style: "Últimos que recebeu". `count` stands after
 * it.
 */
export function SectionLabel(props: {
  as?: 'h2' | 'h3' | 'h4' | 'p' | undefined;
  icon?: IconType | undefined;
  tone?: 'plain' | 'danger' | undefined;
  count?: number | undefined;
  id?: string | undefined;
  children: ReactNode;
}) {
  const { as: Tag = 'h2', icon: Icon, tone = 'plain', count, id, children } = props;
  return (
    <Tag id={id} className={classNames(styles.label, styles[tone])}>
      {Icon ? <Icon size={16} strokeWidth={2} aria-hidden /> : null}
      <span>{children}</span>
      {count === undefined ? null : <span className={styles.count}>{count}</span>}
    </Tag>
  );
}
