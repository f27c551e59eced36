import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import styles from './tooltip.module.css';

/**
 * Words that carry an explanation. It is shown when a pointer rests on them, when they have the keyboard's focus, and when
 * they are touched; another touch, Escape or leaving them closes it.
 */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = ({ target }: PointerEvent) => {
      if (!trigger.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [isOpen]);
  return (
    <TooltipTrigger delay={400} closeDelay={80} isOpen={isOpen} onOpenChange={setOpen} shouldCloseOnPress={false}>
      <Button
        ref={trigger}
        className={styles.hint ?? ''}
        onPress={({ pointerType }) => setOpen(pointerType === 'touch' ? !isOpen : true)}
      >
        {children}
      </Button>
      <Tooltip offset={6} className={styles.tooltip ?? ''}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
