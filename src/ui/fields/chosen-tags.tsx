import { X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from 'react-aria-components';
import styles from './chosen-tags.module.css';
import type { ListOption } from './option-row.tsx';

/** The options chosen in a field for several, each with a button that removes it. */
export function ChosenTags(props: {
  label: string;
  options: readonly ListOption[];
  onRemove: (id: string) => void;
  /** Id of the field, which takes the focus when the last option was removed. */
  fieldId: string;
  isDisabled?: boolean | undefined;
}) {
  const { label, options, onRemove, fieldId, isDisabled = false } = props;
  const list = useRef<HTMLUListElement>(null);
  if (options.length === 0) return null;

  /**
   * Removes an option. The focus goes to the next one, the one before or the field, so that it is
   * never lost.
   */
  function remove(index: number) {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = buttons[index + 1] ?? buttons[index - 1] ?? document.getElementById(fieldId);
    onRemove(options[index]?.id ?? '');
    next?.focus();
  }

  return (
    <ul ref={list} aria-label={label} className={styles.tags}>
      {options.map((option, index) => (
        <li key={option.id} className={styles.tag}>
          <span className={styles.text}>{option.text}</span>
          {isDisabled ? null : (
            <Button aria-label={`Tirar ${option.text}`} className={styles.remove ?? ''} onPress={() => remove(index)}>
              <X size={16} strokeWidth={1.75} aria-hidden />
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
