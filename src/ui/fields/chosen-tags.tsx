import { X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from 'react-aria-components';
import styles from './chosen-tags.module.css';
import type { ListOption } from './option-row.tsx';

/** What was chosen in a field for several options, each to be taken back by its button. */
export function ChosenTags(props: {
  label: string;
  options: readonly ListOption[];
  onRemove: (id: string) => void;
  /** Takes the focus when the last one was removed: the field itself. */
  fieldId: string;
  isDisabled?: boolean | undefined;
}) {
  const { label, options, onRemove, fieldId, isDisabled = false } = props;
  const list = useRef<HTMLUListElement>(null);
  if (options.length === 0) return null;

  /** The focus goes to what takes the place of the removed one, and is never lost. */
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
