import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBoxItem } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import styles from '../overlays/list.module.css';
import { matchLetters } from './match-letters.ts';

/**
 * One option of a list; `search` holds words that find it without being shown, such as an acronym.
 */
export type ListOption = {
  id: string;
  text: string;
  detail?: string | undefined;
  search?: string | undefined;
  isDisabled?: boolean | undefined;
};

/** The row of an option in Select, ComboBox and MultiComboBox. */
export function OptionRow({ option, query = '', lead }: { option: ListOption; query?: string; lead?: ReactNode }) {
  const { id, text, detail, isDisabled } = option;
  return (
    <ListBoxItem id={id} textValue={text} {...defined({ isDisabled })} className={styles.option ?? ''}>
      {({ isSelected }) => (
        <>
          {lead}
          <span className={styles.words}>
            <span className={classNames(detail && styles.detailed)}>
              <MarkedText text={text} query={query} />
            </span>
            {detail ? <span className={styles.detail}>{detail}</span> : null}
          </span>
          {isSelected ? <Check size={20} strokeWidth={2} aria-hidden className={styles.check} /> : null}
        </>
      )}
    </ListBoxItem>
  );
}

/**
 * What a list without rows says: whether nothing can be chosen at all, or nothing matches what was
 * typed.
 */
export function NoOption({ options }: { options: readonly ListOption[] }) {
  return <p className={styles.empty}>{options.length === 0 ? 'Não há o que escolher.' : 'Nada encontrado.'}</p>;
}

/** A text in which the letters that match the search are underlined. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  const found = matchLetters(text, query);
  if (!found) return <span>{text}</span>;
  const [start, end] = found;
  return (
    <>
      <span>{text.slice(0, start)}</span>
      <span className={styles.match}>{text.slice(start, end)}</span>
      <span>{text.slice(end)}</span>
    </>
  );
}
