import { Button as AriaButton } from 'react-aria-components';
import type { ButtonProps } from './button.tsx';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import type { IconType } from '../base/icon.ts';
import styles from './icon-button.module.css';

/** Props of `IconButton`. `label` is both the accessible name and the tooltip. */
export type IconButtonProps = Omit<
  ButtonProps,
  'children' | 'icon' | 'iconEnd' | 'variant' | 'aria-label' | 'isWide' | 'isPill' | 'isStart'
> & {
  icon: IconType;
  label: string;
  variant?: 'quiet' | 'secondary' | 'primary' | 'inverse' | undefined;
  /** Draws a red dot. Screen readers hear this text after the name: "Há novidades". */
  dotLabel?: string | undefined;
};

/**
 * A square button with an icon only. Use it only for icons that everyone knows: close, back, more
 * options.
 */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, variant = 'quiet', size = 'md', dotLabel, ...passed } = props;
  return (
    <AriaButton
      {...defined(passed)}
      data-tip={label}
      aria-label={dotLabel ? `${label}. ${dotLabel}` : label}
      className={classNames(styles.button, styles[variant], styles[size])}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      {dotLabel ? <span className={styles.dot} /> : null}
    </AriaButton>
  );
}
