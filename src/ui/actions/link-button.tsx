import type { ReactNode } from 'react';
import { Link as AriaLink, type LinkProps } from 'react-aria-components';
import styles from './button.module.css';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { defined } from '../base/defined.ts';
import type { IconType } from '../base/icon.ts';

/** Props of `LinkButton`. */
export type LinkButtonProps = ButtonLook & {
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
