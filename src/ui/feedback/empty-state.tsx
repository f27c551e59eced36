import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import type { IconType } from '../base/icon.ts';

/**
 * The drawing of an empty screen: ruled lines, one icon, one sentence and one action
 * (src/ui/look.md, look 7).
 */
export function EmptyState(props: { icon: IconType; title: ReactNode; action?: ReactNode; children?: ReactNode }) {
  const { icon: Icon, title, action, children } = props;
  return (
    <div className={styles.paper}>
      <span className={styles.icon}>
        <Icon size={32} strokeWidth={1.5} aria-hidden />
      </span>
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.detail}>{children}</div> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
