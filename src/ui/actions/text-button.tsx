import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import styles from './link.module.css';

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
