import { Search, X } from 'lucide-react';
import { Button, Input, SearchField as AriaSearchField } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { FieldLabel, fieldClass } from './field-parts.tsx';
import styles from './field.module.css';
import ownStyles from './search-field.module.css';

/** Props of `SearchField`. The label is hidden from sight unless `isLabelHidden` is false. */
export type SearchFieldProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Called by Enter and by the magnifier, with the text as it stands. */
  onSubmit: (text: string) => void;
  onClear?: (() => void) | undefined;
  placeholder?: string | undefined;
  autoFocus?: boolean | undefined;
  isLabelHidden?: boolean | undefined;
  size?: 'md' | 'lg' | undefined;
  id?: string | undefined;
};

/** A search text. Enter or the magnifier searches, the cross or Escape clears. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, onSubmit, onClear, placeholder, isLabelHidden = true, size, autoFocus, id } = props;
  return (
    <AriaSearchField
      {...defined({ onClear, autoFocus, id })}
      value={value}
      onChange={onChange}
      onSubmit={onSubmit}
      className={fieldClass(size)}
    >
      <FieldLabel label={label} isLabelHidden={isLabelHidden} />
      <div className={classNames(styles.box, styles.frame, ownStyles.frame)}>
        <Button slot={null} aria-label="Buscar" className={ownStyles.side ?? ''} onPress={() => onSubmit(value)}>
          <Search size={20} strokeWidth={1.75} aria-hidden />
        </Button>
        <Input {...defined({ placeholder })} className={styles.bare ?? ''} enterKeyHint="search" />
        {value ? (
          <Button aria-label="Limpar busca" className={ownStyles.side ?? ''}>
            <X size={18} strokeWidth={1.75} aria-hidden />
          </Button>
        ) : null}
      </div>
    </AriaSearchField>
  );
}
