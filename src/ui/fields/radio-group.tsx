import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { FieldHelp, FieldLabel, type FieldProps } from './field-parts.tsx';
import styles from './radio-group.module.css';

/** One option; `detail` says its consequence. */
export type RadioOption = {
  value: string;
  text: string;
  detail?: string | undefined;
  isDisabled?: boolean | undefined;
};

/** Props of `RadioGroup`; `null` means nothing chosen yet. */
export type RadioGroupProps = Omit<FieldProps, 'size'> & {
  value: string | null;
  onChange: (value: string) => void;
  options: RadioOption[];
  appearance?: 'cards' | 'plain' | 'segments' | 'tiles' | undefined;
  orientation?: 'vertical' | 'horizontal' | undefined;
};

/**
 * A field to choose one of a few visible options: as cards with their consequences, plain, as parts
 * of one bar, or as tiles of one width in a row.
 */
export function RadioGroup(props: RadioGroupProps) {
  const { label, description, error, isOptional, isLabelHidden, options, value, onChange } = props;
  const { appearance = 'cards', orientation = 'vertical', id, name, isDisabled, isRequired } = props;
  return (
    <AriaRadioGroup
      {...defined({ id, name, isDisabled, isRequired })}
      value={value}
      onChange={onChange}
      orientation={orientation}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <FieldLabel label={label} isOptional={isOptional} isLabelHidden={isLabelHidden} />
      <div className={classNames(styles.options, styles[appearance], styles[orientation])}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            {...defined({ isDisabled: option.isDisabled })}
            className={styles.option ?? ''}
          >
            <span className={styles.circle} />
            <span className={styles.words}>
              <span className={styles.text}>{option.text}</span>
              {option.detail ? <span className={styles.detail}>{option.detail}</span> : null}
            </span>
          </Radio>
        ))}
      </div>
      <FieldHelp description={description} error={error} />
    </AriaRadioGroup>
  );
}
