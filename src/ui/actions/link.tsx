import type { ReactNode } from 'react';
import { Link as AriaLink, type LinkProps as AriaLinkProps, Button as AriaButton } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import styles from './link.module.css';

/**
 * Props of `Link`. The router of `KitProvider` follows an `href` of the application's own pages.
 */
type LinkProps = {
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

/**
 * A link. `text` is underlined, for use inside sentences; `action` is bold, for a link by itself;
 * `plain` has no mark, for a title that is a link.
 */
export function Link({ tone = 'text', className, children, ...passed }: LinkProps) {
  return (
    <AriaLink {...defined(passed)} className={classNames(styles.link, styles[tone], className)}>
      {children}
    </AriaLink>
  );
}

/** A button inside a sentence, with the look of a link. */
export function TextButton(props: {
  onPress?: (() => void) | undefined;
  'aria-label'?: string | undefined;
  children: ReactNode;
}) {
  const { onPress, children } = props;
  const label = props['aria-label'];
  return (
    <AriaButton {...defined({ onPress, 'aria-label': label })} className={classNames(styles.link, styles.text)}>
      {children}
    </AriaButton>
  );
}
