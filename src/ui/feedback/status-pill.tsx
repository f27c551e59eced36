import type { ReactNode, Ref } from 'react';
import { Button } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import type { IconType } from '../base/icon.ts';
import styles from './status-pill.module.css';
import { VisuallyHidden } from '../base/visually-hidden.tsx';

/**
 * Props of `StatusPill`. `ground="nav"` is for the navigation: dark in both themes and as wide as
 * its place.
 */
export type StatusPillProps = {
  icon: IconType;
  tone: 'ok' | 'active' | 'pencil' | 'warn' | 'danger';
  isDashed?: boolean | undefined;
  ground?: 'page' | 'nav' | undefined;
  isCollapsed?: boolean | undefined;
  isSpinning?: boolean | undefined;
  hasDot?: boolean | undefined;
  onPress?: (() => void) | undefined;
  /** Whether the small dialog that this button opens is open. */
  isExpanded?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  children: ReactNode;
};

/** The pill that shows the state of sending. It is a button, usually the trigger of a Popover. */
export function StatusPill(props: StatusPillProps) {
  const { icon: Icon, tone, isDashed, ground = 'page', isCollapsed, isSpinning, hasDot, onPress, children } = props;
  const { isExpanded, ref } = props;
  return (
    <Button
      {...defined({ onPress })}
      {...(ref === undefined ? {} : { ref })}
      {...(isExpanded === undefined ? {} : { 'aria-haspopup': 'dialog' as const, 'aria-expanded': isExpanded })}
      {...(ground === 'nav' ? { 'data-theme': 'dark' } : {})}
      className={classNames(
        styles.pill,
        styles[tone],
        styles[ground],
        isDashed && styles.dashed,
        isCollapsed && styles.collapsed,
      )}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden className={classNames(isSpinning && styles.spinning)} />
      {isCollapsed ? <VisuallyHidden>{children}</VisuallyHidden> : <span>{children}</span>}
      {hasDot ? <span className={styles.dot} /> : null}
    </Button>
  );
}
