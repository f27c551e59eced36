import styles from './button.module.css';
import { classNames } from '../base/class-names.ts';
import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  type LinkProps,
} from 'react-aria-components';
import { defined } from '../base/defined.ts';
import type { IconType } from '../base/icon.ts';

/**
 * How a button, or a link that looks like one, is drawn. Heights in px: sm 40 (44 on touch), md 44,
 * lg 48.
 */
export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'inverse' | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  isWide?: boolean | undefined;
  isPill?: boolean | undefined;
  /** Puts the words at the start instead of the middle: for menus and lists. */
  isStart?: boolean | undefined;
};

function buttonClass({ variant = 'secondary', size = 'md', isWide, isPill, isStart }: ButtonLook): string {
  return classNames(
    styles.button,
    styles[variant],
    styles[size],
    isWide && styles.wide,
    isPill && styles.pill,
    isStart && styles.start,
  );
}

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

/** Props of `Button`; `icon` is drawn before the words, `iconEnd` after. */
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

type LinkButtonProps = ButtonLook & {
  href: string;
  icon?: IconType | undefined;
  iconEnd?: IconType | undefined;
  download?: boolean | string | undefined;
  target?: string | undefined;
  id?: string | undefined;
  onPress?: LinkProps['onPress'] | undefined;
  'aria-label'?: string | undefined;
  children: ReactNode;
};

/** A link drawn as a button. It leads to an address, so it can be opened in another tab. */
export function LinkButton(props: LinkButtonProps) {
  const { variant, size, isWide, isPill, isStart, icon: Icon, iconEnd: IconEnd, children, ...passed } = props;
  return (
    <AriaLink {...defined(passed)} className={buttonClass({ variant, size, isWide, isPill, isStart })}>
      {Icon ? <Icon size={20} strokeWidth={1.75} aria-hidden /> : null}
      <span className={styles.words}>{children}</span>
      {IconEnd ? <IconEnd size={18} strokeWidth={1.75} aria-hidden /> : null}
    </AriaLink>
  );
}
