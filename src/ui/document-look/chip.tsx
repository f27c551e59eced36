import { AtSign, X, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import styles from './chip.module.css';
import { classNames } from '../base/class-names.ts';

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

/**
 * A chip that is on or off, with the number of items behind it: "Hoje 1". With `isUrgent` a number
 * above zero is red. A chip that is on has a tick; its colour only repeats that. The element is a
 * plain `<button>`, because react-aria's is drawn three times more during a press (S121).
 */
export function ToggleChip(props: {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  count: number | undefined;
  isUrgent?: boolean;
  children: string;
}) {
  const { isSelected, onChange, count, isUrgent = false, children } = props;
  return (
    <button type="button" className={styles.chip} aria-pressed={isSelected} onClick={() => onChange(!isSelected)}>
      {isSelected ? <Check size={16} strokeWidth={2} aria-hidden /> : null}
      <span>{children}</span>
      {count === undefined ? null : (
        <span className={classNames(styles.count, isUrgent && count > 0 && styles.urgent)}> {count}</span>
      )}
    </button>
  );
}
