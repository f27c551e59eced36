import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Button, Dialog, DialogTrigger, ListBox, Popover } from 'react-aria-components';
import { Checkbox } from './checkbox.tsx';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { ErrorSentence, type FieldProps, fieldClass } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import listStyles from '../overlays/list.module.css';
import { isFound } from './match-letters.ts';
import styles from './multi-combo-box.module.css';
import { type ListOption, NoOption, OptionRow } from './option-row.tsx';
import { SearchField } from './search-field.tsx';
import { VisuallyHidden } from '../base/visually-hidden.tsx';

/**
 * Props of `MultiComboBox`. `countText` gives the words of the closed field for three choices or
 * more ("4 setores"). With `isCounted` it gives them for one or two as well, because the chosen
 * names stand beside the field. Disabled options can't be chosen.
 */
export type MultiComboBoxProps = FieldProps & {
  options: ListOption[];
  value: string[];
  onChange: (ids: string[]) => void;
  placeholder?: string | undefined;
  allLabel?: string | undefined;
  countText?: ((count: number) => string) | undefined;
  isCounted?: boolean | undefined;
};

/**
 * A field to choose several options of a long list: it opens a searchable list with checkboxes. The
 * chosen ids are in the order of the options.
 */
export function MultiComboBox(props: MultiComboBoxProps) {
  const { label, description, error, isOptional, isLabelHidden, isDisabled, size, id } = props;
  const { options, value, placeholder = 'Escolha', isCounted = false } = props;
  const { countText = (count: number) => `${count} escolhidos` } = props;
  const ids = { label: useId(), value: useId(), help: useId() };
  const names = options.filter((option) => value.includes(option.id)).map((option) => option.text);
  const isCount = names.length > 2 || (isCounted && names.length > 0);
  const summary = isCount ? countText(names.length) : names.join(', ');
  return (
    <div className={fieldClass(size)}>
      <span id={ids.label} className={classNames(!isLabelHidden && fieldStyles.label)}>
        {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
        {isOptional ? <span className={fieldStyles.optional}> (opcional)</span> : null}
      </span>
      <DialogTrigger>
        <Button
          {...defined({ id, isDisabled })}
          aria-labelledby={`${ids.label} ${ids.value}`}
          aria-describedby={ids.help}
          className={classNames(fieldStyles.box, styles.button)}
          {...(error ? { 'data-invalid': true } : {})}
        >
          <span id={ids.value} className={classNames(styles.value, !summary && styles.placeholder)}>
            {summary || placeholder}
          </span>
          <ChevronDown size={20} strokeWidth={1.75} aria-hidden />
        </Button>
        <Popover className={classNames(listStyles.popover, styles.popover)} offset={6}>
          <Dialog aria-label={label} className={styles.dialog ?? ''}>
            {({ close }) => <Choices {...props} onClose={close} />}
          </Dialog>
        </Popover>
      </DialogTrigger>
      <div id={ids.help}>
        {description ? <span className={fieldStyles.description}>{description}</span> : null}
        {error ? (
          <span className={fieldStyles.error}>
            <ErrorSentence>{error}</ErrorSentence>
          </span>
        ) : null}
      </div>
    </div>
  );
}

function Choices(props: MultiComboBoxProps & { readonly onClose: () => void }) {
  const { label, options, value, onChange, allLabel = 'Selecionar todos', onClose } = props;
  const [query, setQuery] = useState('');
  const shown = query.trim() ? options.filter((option) => isFound(option, query)) : options;
  const chosen = new Set(value);
  const choosable = options.flatMap((option) => (option.isDisabled ? [] : option.id));
  const change = (next: Set<string>) =>
    onChange(options.filter((option) => next.has(option.id)).map((option) => option.id));
  // On Escape the library's list would clear the selection and stay open, and the search field
  // would empty itself. So Escape closes the list before they see it.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <div className={styles.choices} onKeyDownCapture={onKeyDownCapture}>
      <SearchField
        label={`Buscar em ${label}`}
        value={query}
        onChange={setQuery}
        onSubmit={setQuery}
        placeholder="Buscar"
      />
      {choosable.length === 0 ? null : (
        <div className={styles.all}>
          <Checkbox
            isSelected={chosen.size === choosable.length}
            isIndeterminate={chosen.size > 0 && chosen.size < choosable.length}
            onChange={(isSelected) => change(new Set(isSelected ? choosable : []))}
          >
            {allLabel}
          </Checkbox>
        </div>
      )}
      <ListBox
        aria-label={label}
        items={shown}
        dependencies={[query]}
        selectionMode="multiple"
        selectedKeys={chosen}
        onSelectionChange={(keys) => {
          const visible = new Set(shown.map((option) => option.id));
          const kept = value.filter((id) => !visible.has(id));
          change(
            new Set([...kept, ...(keys === 'all' ? choosable.filter((id) => visible.has(id)) : [...keys].map(String))]),
          );
        }}
        className={listStyles.list ?? ''}
        renderEmptyState={() => <NoOption options={options} />}
      >
        {(option) => <OptionRow option={option} query={query} />}
      </ListBox>
    </div>
  );
}
