import { FileText, Paperclip, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Link } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import styles from './file-chip.module.css';
import { IconButton } from '../actions/icon-button.tsx';
import type { IconType } from '../base/icon.ts';

/** Props of `FileChip`; `detail` holds size and state ("268 KB · Neste aparelho"). */
export type FileChipProps = {
  name: string;
  detail: ReactNode;
  icon?: IconType | undefined;
  isPencil?: boolean | undefined;
  isRefused?: boolean | undefined;
  href?: string | undefined;
  onPress?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
  /**
   * One more thing to do with the file, beside its words or under them. `accessibleName` begins
   * with `label`.
   */
  action?: { icon: IconType; label: string; accessibleName: string; onPress: () => void } | undefined;
};

/**
 * A file. Pressing its name opens it, pressing the cross removes it. It is drawn in pencil while it
 * is only on this device, and in red when it was refused; `detail` says so too.
 */
export function FileChip(props: FileChipProps) {
  const { name, detail, isPencil, isRefused, href, onPress, onRemove, action } = props;
  const Icon = props.icon ?? (isPencil ? Paperclip : FileText);
  const content = (
    <>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>{detail}</span>
      </span>
    </>
  );
  return (
    <span
      className={classNames(
        styles.chip,
        isPencil && styles.pencil,
        isRefused && styles.refused,
        action && styles.withAction,
      )}
    >
      {href ? (
        <Link href={href} className={styles.main ?? ''}>
          {content}
        </Link>
      ) : onPress ? (
        <Button onPress={onPress} className={styles.main ?? ''}>
          {content}
        </Button>
      ) : (
        <span className={styles.main}>{content}</span>
      )}
      {action ? (
        <Button onPress={action.onPress} aria-label={action.accessibleName} className={styles.action ?? ''}>
          <action.icon size={18} strokeWidth={1.75} aria-hidden />
          <span>{action.label}</span>
        </Button>
      ) : null}
      {onRemove ? <IconButton icon={X} label={`Remover ${name}`} onPress={onRemove} /> : null}
    </span>
  );
}
