import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Button } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { VisuallyHidden } from '../base/visually-hidden.tsx';
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

/**
 * A search text. Enter or the magnifier searches, the cross or Escape clears. The element is a
 * plain `<input>`, because the home has this field and need not load the library's fields for it.
 */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, onSubmit, onClear, placeholder, isLabelHidden = true, size, autoFocus, id } = props;
  const ownId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  const clear = () => {
    onChange('');
    onClear?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isClearing = event.key === 'Escape' && value !== '';
    if (!isClearing && event.key !== 'Enter') return;
    // A key that the field has used must not reach the form or the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    if (isClearing) clear();
    else onSubmit(value);
  };
  const name = <label htmlFor={id ?? ownId}>{label}</label>;
  return (
    <div className={classNames(styles.field, size === 'lg' && styles.lg)}>
      {isLabelHidden ? <VisuallyHidden as="div">{name}</VisuallyHidden> : <div className={styles.label}>{name}</div>}
      <div className={classNames(styles.box, styles.frame, ownStyles.frame)}>
        <Button aria-label="Buscar" className={ownStyles.side ?? ''} onPress={() => onSubmit(value)}>
          <Search size={20} strokeWidth={1.75} aria-hidden />
        </Button>
        <input
          {...defined({ placeholder })}
          ref={input}
          id={id ?? ownId}
          type="search"
          enterKeyHint="search"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          className={styles.bare}
        />
        {value ? (
          <Button
            aria-label="Limpar busca"
            className={ownStyles.side ?? ''}
            excludeFromTabOrder
            preventFocusOnPress
            // The focus moves when the press begins, so that a finger on the cross does not close
            // the keyboard.
            onPressStart={() => input.current?.focus()}
            onPress={clear}
          >
            <X size={18} strokeWidth={1.75} aria-hidden />
          </Button>
        ) : null}
      </div>
    </div>
  );
}
