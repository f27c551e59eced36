import { Input, TextArea, TextField as AriaTextField, type TextFieldProps as AriaProps } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { FieldHelp, FieldLabel, type FieldProps, fieldClass } from './field-parts.tsx';
import styles from './field.module.css';
import type { IconType } from '../base/icon.ts';

/** Props of `TextField`. `rows` makes it a text area that grows with its text; `maxLength` counts UTF-16 units. */
export type TextFieldProps = FieldProps & {
  value: string;
  onChange: (text: string) => void;
  rows?: number | undefined;
  maxLength?: number | undefined;
  hasCounter?: boolean | undefined;
  type?: 'text' | 'email' | 'tel' | 'url' | undefined;
  inputMode?: AriaProps['inputMode'] | undefined;
  autoComplete?: string | undefined;
  placeholder?: string | undefined;
  icon?: IconType | undefined;
  isReadOnly?: boolean | undefined;
  autoFocus?: boolean | undefined;
  spellCheck?: 'true' | 'false' | undefined;
  onBlur?: (() => void) | undefined;
};

/** One line or an area of plain text. */
export function TextField(props: TextFieldProps) {
  const { label, description, error, isOptional, isLabelHidden, size, rows, hasCounter, placeholder, icon, onBlur } =
    props;
  const { value, onChange, maxLength, id, name, type, inputMode, autoComplete, spellCheck } = props;
  const { isRequired, isDisabled, isReadOnly, autoFocus } = props;
  const passed = { maxLength, id, name, type, inputMode, autoComplete, spellCheck, isRequired, isDisabled, isReadOnly };
  return (
    <AriaTextField
      {...defined({ ...passed, autoFocus, onBlur })}
      value={value}
      onChange={onChange}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={fieldClass(size)}
    >
      <FieldLabel label={label} isOptional={isOptional} isLabelHidden={isLabelHidden} />
      <TextControl rows={rows} placeholder={placeholder} icon={icon} isInvalid={Boolean(error)} />
      <div className={styles.meta}>
        <div>
          <FieldHelp description={description} error={error} />
        </div>
        {hasCounter && maxLength !== undefined ? (
          <span className={styles.counter}>
            {value.length}/{maxLength}
          </span>
        ) : null}
      </div>
    </AriaTextField>
  );
}

type ControlProps = Pick<TextFieldProps, 'rows' | 'placeholder' | 'icon'> & { isInvalid: boolean };

function TextControl({ rows, placeholder, icon: Icon, isInvalid }: ControlProps) {
  const hint = defined({ placeholder });
  if (rows !== undefined) return <TextArea {...hint} rows={rows} className={classNames(styles.box, styles.area)} />;
  if (!Icon) return <Input {...hint} className={styles.box ?? ''} />;
  return (
    <div className={classNames(styles.box, styles.frame)} data-invalid={isInvalid || undefined}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <Input {...hint} className={styles.bare ?? ''} />
    </div>
  );
}
