import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import {
  Input,
  TextArea,
  TextAreaContext,
  TextField as AriaTextField,
  type TextFieldProps as AriaProps,
  useSlottedContext,
} from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { FieldHelp, FieldLabel, type FieldProps, fieldClass } from './field-parts.tsx';
import styles from './field.module.css';
import type { IconType } from '../base/icon.ts';

/**
 * Props of `TextField`. `rows` makes it a text area that grows with its text; `grows` lets one line
 * wrap and grow without taking line breaks, for titles; `maxLength` counts UTF-16 units.
 */
export type TextFieldProps = FieldProps & {
  value: string;
  onChange: (text: string) => void;
  rows?: number | undefined;
  grows?: boolean | undefined;
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
  const {
    label,
    description,
    error,
    isOptional,
    isLabelHidden,
    size,
    rows,
    grows,
    hasCounter,
    placeholder,
    icon,
    onBlur,
  } = props;
  const { value, onChange, maxLength, id, name, type, inputMode, autoComplete, spellCheck } = props;
  const { isRequired, isDisabled, isReadOnly, autoFocus } = props;
  const passed = { maxLength, id, name, type, inputMode, autoComplete, spellCheck, isRequired, isDisabled, isReadOnly };
  return (
    <AriaTextField
      {...defined({ ...passed, autoFocus, onBlur })}
      value={value}
      onChange={grows ? (text) => onChange(inOneLine(text)) : onChange}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={fieldClass(size)}
    >
      <FieldLabel label={label} isOptional={isOptional} isLabelHidden={isLabelHidden} />
      <TextControl rows={rows} grows={grows} placeholder={placeholder} icon={icon} isInvalid={Boolean(error)} />
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

type ControlProps = Pick<TextFieldProps, 'rows' | 'grows' | 'placeholder' | 'icon'> & { isInvalid: boolean };

function TextControl({ rows, grows, placeholder, icon: Icon, isInvalid }: ControlProps) {
  const hint = defined({ placeholder });
  if (grows) return <GrowingLine {...hint} />;
  if (rows !== undefined) {
    // While it is empty, an area that is sized by its text ignores `rows`, so the style sets its
    // least height.
    const least = { '--rows': rows } as CSSProperties;
    return <TextArea {...hint} rows={rows} style={least} className={classNames(styles.box, styles.area)} />;
  }
  if (!Icon) return <Input {...hint} className={styles.box ?? ''} />;
  return (
    <div className={classNames(styles.box, styles.frame)} data-invalid={isInvalid || undefined}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <Input {...hint} className={styles.bare ?? ''} />
    </div>
  );
}

/** A pasted line break becomes a space. */
function inOneLine(text: string): string {
  const lines = text.split(/[\r\n]+/);
  return lines.length === 1
    ? text
    : lines
        .map((line) => line.trim())
        .filter(Boolean)
        .join(' ');
}

/**
 * A line that wraps. Where the engine can't size a text area by its text, this component sets its
 * height.
 */
function GrowingLine(props: { placeholder?: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const context = useSlottedContext(TextAreaContext);
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.offsetHeight - element.clientHeight + element.scrollHeight}px`;
  }, [context?.value]);
  return (
    <TextArea
      {...props}
      ref={area}
      rows={1}
      className={classNames(styles.box, styles.area, styles.line)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
    />
  );
}
