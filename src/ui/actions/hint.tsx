import { type ReactNode } from 'react';
import { pressTip } from './tips.tsx';
import styles from './tip.module.css';

/**
 * Words that carry an explanation. It is shown when a pointer rests on them, when they have the
 * keyboard's focus, and when they are touched; another touch, Escape or leaving them closes it. A
 * button of the browser itself, because each row of a list has one (S130).
 */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  return (
    <button
      type="button"
      data-tip={text}
      data-tip-kind="explanation"
      className={styles.hint}
      onClick={({ currentTarget }) => pressTip(currentTarget)}
    >
      {children}
    </button>
  );
}
