import { Check } from 'lucide-react';
import { ToggleButton } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import styles from './toggle-chip.module.css';

/**
 * A choice among chips, with how many it holds: "Hoje 1"; with `isUrgent` a number above zero is red. Pressed, it has a tick; the
 * colour only repeats it.
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
    <ToggleButton className={styles.chip ?? ''} isSelected={isSelected} onChange={onChange}>
      {isSelected ? <Check size={16} strokeWidth={2} aria-hidden /> : null}
      <span>{children}</span>
      {count === undefined ? null : (
        <span className={classNames(styles.count, isUrgent && count > 0 && styles.urgent)}> {count}</span>
      )}
    </ToggleButton>
  );
}
