import { ChevronDown } from 'lucide-react';
import { Button, ListBox, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { FieldHelp, FieldLabel, type FieldProps, fieldClass } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import type { IconType } from '../base/icon.ts';
import listStyles from '../overlays/list.module.css';
import { type ListOption, OptionRow } from './option-row.tsx';
import styles from './select.module.css';

/**
 * Props of `Select`; `null` shows the placeholder. `quiet` and `toolbar` (outlined) are for
 * toolbars (`Ordenar: Mais novos`).
 */
export type SelectProps = FieldProps & {
  options: ListOption[];
  value: string | null;
  onChange: (id: string) => void;
  placeholder?: string | undefined;
  icon?: IconType | undefined;
  appearance?: 'field' | 'quiet' | 'toolbar' | undefined;
  /** Stands before the chosen words on the button, and not in the list. */
  prefix?: string | undefined;
};

/** A field to choose one of a short list. For long lists, and for people, use ComboBox. */
export function Select(props: SelectProps) {
  const { label, description, error, isOptional, isLabelHidden, size, options, value, onChange } = props;
  const { placeholder = 'Escolha', icon: Icon, appearance = 'field', prefix, id, name, isRequired, isDisabled } = props;
  return (
    <AriaSelect
      {...defined({ id, name, isRequired, isDisabled })}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      placeholder={placeholder}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={fieldClass(size)}
    >
      <FieldLabel label={label} isOptional={isOptional} isLabelHidden={isLabelHidden ?? appearance !== 'field'} />
      <Button
        className={classNames(appearance === 'field' && fieldStyles.box, styles.button, styles[appearance])}
        {...(error ? { 'data-invalid': true } : {})}
      >
        {Icon ? <Icon size={20} strokeWidth={1.75} aria-hidden /> : null}
        <SelectValue className={styles.value ?? ''}>
          {({ selectedText, isPlaceholder }) => {
            const chosen = isPlaceholder ? placeholder : selectedText;
            const text = prefix === undefined ? chosen : `${prefix}: ${chosen}`;
            return <span title={text ?? undefined}>{text}</span>;
          }}
        </SelectValue>
        <ChevronDown size={20} strokeWidth={1.75} aria-hidden />
      </Button>
      <FieldHelp description={description} error={error} />
      <Popover className={listStyles.popover ?? ''} offset={6}>
        <ListBox items={options} className={listStyles.list ?? ''}>
          {(option) => <OptionRow option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
