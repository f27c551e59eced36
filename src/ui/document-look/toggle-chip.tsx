import { Check } from 'lucide-react';
import { classNames } from '../base/class-names.ts';
import styles from './toggle-chip.module.css';

/**
 * A choice among chips, with how many it holds: "Hoje 1"; with `isUrgent` a number above zero is
 * red. Pressed, it has a tick; the colour only repeats it. A button of the browser itself, because
 * one of react-aria is drawn three times more in a press (S121).
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
