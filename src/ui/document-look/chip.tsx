import { AtSign, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import styles from './chip.module.css';

/**
 * A filter that is in force. Pressing the chip removes the filter. `removeLabel` is its name for
 * screen readers: "Remover filtro Situação: Em atraso".
 */
export function FilterChip(props: { removeLabel: string; onRemove: () => void; children: ReactNode }) {
  return (
    <Button className={styles.filter ?? ''} aria-label={props.removeLabel} onPress={props.onRemove}>
      <span>{props.children}</span>
      <X size={16} strokeWidth={1.75} aria-hidden />
    </Button>
  );
}

/** A keyword or a mention, read-only. */
export function TagChip({ isMention, children }: { isMention?: boolean; children: ReactNode }) {
  return (
    <span className={styles.tag}>
      {isMention ? <AtSign size={14} strokeWidth={1.75} aria-label="Menção:" role="img" /> : null}
      {children}
    </span>
  );
}
