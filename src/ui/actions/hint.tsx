import { type ReactNode, useRef } from 'react';
import { Button } from 'react-aria-components';
import { pressTip } from './tips.tsx';
import styles from './tip.module.css';

/**
 * Words that carry an explanation. It is shown when a pointer rests on them, when they have the keyboard's focus, and when
 * they are touched; another touch, Escape or leaving them closes it.
 */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Button
      ref={button}
      data-tip={text}
      data-tip-kind="explanation"
      className={styles.hint ?? ''}
      onPress={({ pointerType }) => {
        if (button.current !== null) pressTip(button.current, pointerType);
      }}
    >
      {children}
    </Button>
  );
}
