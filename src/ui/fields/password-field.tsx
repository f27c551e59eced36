import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button, Input, TextField } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { FieldHelp, FieldLabel, type FieldProps, fieldClass } from './field-parts.tsx';
import styles from './field.module.css';
import ownStyles from './password-field.module.css';

/** Props of `PasswordField`; pasting and password managers work. */
export type PasswordFieldProps = FieldProps & {
  value: string;
  onChange: (text: string) => void;
  autoComplete: 'current-password' | 'new-password' | 'off';
  placeholder?: string | undefined;
  autoFocus?: boolean | undefined;
};

/**
 * A password with "Mostrar senha". The button tells its state by aria-pressed and does not move the
 * caret.
 */
export function PasswordField(props: PasswordFieldProps) {
  const { label, description, error, isOptional, isLabelHidden, size, value, onChange, placeholder } = props;
  const { id, name, autoComplete, isRequired, isDisabled, autoFocus } = props;
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...defined({ id, name, isRequired, isDisabled, autoFocus })}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      value={value}
      onChange={onChange}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      spellCheck="false"
      className={fieldClass(size)}
    >
      <FieldLabel label={label} isOptional={isOptional} isLabelHidden={isLabelHidden} />
      <div
        className={classNames(styles.box, styles.frame, ownStyles.frame)}
        data-invalid={error ? true : undefined}
        data-disabled={isDisabled || undefined}
      >
        <Input {...defined({ placeholder })} className={styles.bare ?? ''} autoCapitalize="none" />
        <Button
          aria-pressed={isShown}
          onPress={() => setIsShown(!isShown)}
          {...defined({ isDisabled })}
          className={ownStyles.toggle ?? ''}
        >
          {isShown ? (
            <EyeOff size={20} strokeWidth={1.75} aria-hidden />
          ) : (
            <Eye size={20} strokeWidth={1.75} aria-hidden />
          )}
          <span>Mostrar senha</span>
        </Button>
      </div>
      <FieldHelp description={description} error={error} />
    </TextField>
  );
}
