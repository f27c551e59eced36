import { Check, CircleAlert, Clock, Info, OctagonAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { classNames } from '../base/class-names.ts';
import { IconButton } from '../actions/icon-button.tsx';
import type { IconType } from '../base/icon.ts';

type BannerTone = 'info' | 'warn' | 'danger' | 'pencil' | 'ok';

const toneIcons: Record<BannerTone, IconType> = {
  info: Info,
  warn: CircleAlert,
  danger: OctagonAlert,
  pencil: Clock,
  ok: Check,
};

/**
 * A notice in the page. Use `role="alert"` only when it appears because of what the person just
 * did.
 */
export function Banner(props: {
  tone: BannerTone;
  icon?: IconType | undefined;
  title?: ReactNode;
  action?: ReactNode;
  onClose?: (() => void) | undefined;
  role?: 'alert' | 'status' | undefined;
  id?: string | undefined;
  children?: ReactNode;
}) {
  const { tone, title, action, onClose, role, id, children } = props;
  const Icon = props.icon ?? toneIcons[tone];
  return (
    <div id={id} role={role} className={classNames(styles.banner, styles[tone])}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <div className={styles.words}>
        {title ? <strong className={styles.title}>{title}</strong> : null} {children}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
      {onClose ? <IconButton icon={X} label="Fechar" size="sm" variant="inverse" onPress={onClose} /> : null}
    </div>
  );
}
