import styles from './button.module.css';
import { classNames } from '../base/class-names.ts';

/**
 * How a button or a link that looks like one is drawn. Sizes: sm 40 (44 on touch), md 44, lg 48
 * high.
 */
export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'inverse' | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  isWide?: boolean | undefined;
  isPill?: boolean | undefined;
  /** Puts the words at the start instead of the middle: for menus and lists. */
  isStart?: boolean | undefined;
};

/** The class of a button with this look. */
export function buttonClass({ variant = 'secondary', size = 'md', isWide, isPill, isStart }: ButtonLook): string {
  return classNames(
    styles.button,
    styles[variant],
    styles[size],
    isWide && styles.wide,
    isPill && styles.pill,
    isStart && styles.start,
  );
}
