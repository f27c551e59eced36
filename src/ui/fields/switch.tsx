import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import styles from './switch.module.css';
import { VisuallyHidden } from '../base/visually-hidden.tsx';

/**
 * Props of `Switch`. The words name the resulting state ("Ativo"). `isPencil` marks a change that
 * is not registered yet.
 */
export type SwitchProps = {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean | undefined;
  isPencil?: boolean | undefined;
  id?: string | undefined;
  name?: string | undefined;
  'aria-label'?: string | undefined;
  children?: ReactNode;
};

/** A setting that takes effect at once. */
export function Switch({ isPencil, children, ...passed }: SwitchProps) {
  return (
    <AriaSwitch {...defined(passed)} className={classNames(styles.switch, isPencil && styles.pencil)}>
      <span className={styles.track}>
        <span className={styles.thumb} />
      </span>
      {children ? <span>{children}</span> : null}
      {isPencil ? (
        <>
          <Clock size={18} strokeWidth={1.75} aria-hidden />
          <VisuallyHidden>, ainda não enviado</VisuallyHidden>
        </>
      ) : null}
    </AriaSwitch>
  );
}
