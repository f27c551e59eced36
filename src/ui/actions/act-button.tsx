import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import type { IconType } from '../base/icon.ts';
import styles from './act-button.module.css';

/** Props of `ActButton`. `title` is the button's accessible name, `detail` its description. */
export type ActButtonProps = {
  icon: IconType;
  title: string;
  detail?: string | undefined;
  variant?: 'primary' | 'secondary' | 'danger' | 'row' | undefined;
  isPending?: boolean | undefined;
  isDisabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  onPress?: (() => void) | undefined;
};

/**
 * A wide button that says what it does and, below, what follows from it. `row`: for a list of such
 * buttons without frames, each of which leads to a form.
 */
export function ActButton(props: ActButtonProps) {
  const { icon: Icon, title, detail, variant = 'secondary', ...passed } = props;
  const id = useId();
  return (
    <AriaButton
      {...defined(passed)}
      aria-labelledby={`${id}-title`}
      {...(detail === undefined ? {} : { 'aria-describedby': `${id}-detail` })}
      className={classNames(styles.act, styles[variant])}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span className={styles.words}>
        <span id={`${id}-title`} className={styles.title}>
          {title}
        </span>
        {detail === undefined ? null : (
          <span id={`${id}-detail`} className={styles.detail}>
            {detail}
          </span>
        )}
      </span>
      {variant === 'row' ? <ChevronRight size={20} strokeWidth={1.75} aria-hidden /> : null}
    </AriaButton>
  );
}
