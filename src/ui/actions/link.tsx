import type { ReactNode } from 'react';
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import styles from './link.module.css';

/** Props of `Link`; `href` of an own page is followed by the router of `KitProvider`. */
export type LinkProps = {
  href: string;
  tone?: 'text' | 'action' | 'plain' | undefined;
  id?: string | undefined;
  target?: string | undefined;
  onPress?: AriaLinkProps['onPress'] | undefined;
  className?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-current'?: AriaLinkProps['aria-current'] | undefined;
  children: ReactNode;
};

/** A link: underlined inside sentences, bold when it stands alone, without any mark when a title carries it. */
export function Link({ tone = 'text', className, children, ...passed }: LinkProps) {
  return (
    <AriaLink {...defined(passed)} className={classNames(styles.link, styles[tone], className)}>
      {children}
    </AriaLink>
  );
}
