import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { defined } from '../base/defined.ts';
import type { IconType } from '../base/icon.ts';

type ButtonProp =
  | 'type'
  | 'onPress'
  | 'isDisabled'
  | 'isPending'
  | 'form'
  | 'id'
  | 'autoFocus'
  | 'slot'
  | 'excludeFromTabOrder'
  | 'aria-label'
  | 'aria-labelledby'
  | 'aria-describedby'
  | 'aria-expanded'
  | 'aria-pressed'
  | 'aria-controls'
  | 'aria-haspopup'
  | 'aria-current';

/** Props of `Button`; `icon` stands before the words, `iconEnd` after. */
export type ButtonProps = ButtonLook & { [K in ButtonProp]?: AriaButtonProps[K] | undefined } & {
  icon?: IconType | undefined;
  iconEnd?: IconType | undefined;
  children: ReactNode;
};

/**
 * A button with words. With `isPending` it keeps the focus and tells screen readers that it is
 * busy; the words should then say what is happening.
 */
export function Button(props: ButtonProps) {
  const { variant, size, isWide, isPill, isStart, icon: Icon, iconEnd: IconEnd, children, ...passed } = props;
  return (
    <AriaButton {...defined(passed)} className={buttonClass({ variant, size, isWide, isPill, isStart })}>
      {Icon ? <Icon size={20} strokeWidth={1.75} aria-hidden /> : null}
      <span className={styles.words}>{children}</span>
      {IconEnd ? <IconEnd size={18} strokeWidth={1.75} aria-hidden /> : null}
    </AriaButton>
  );
}
