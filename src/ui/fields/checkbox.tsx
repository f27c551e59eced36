import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { ErrorSentence } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import styles from './checkbox.module.css';

/** Props of `Checkbox`: words as children, or `aria-label` in tables. */
export type CheckboxProps = {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isIndeterminate?: boolean | undefined;
  isDisabled?: boolean | undefined;
  isRequired?: boolean | undefined;
  id?: string | undefined;
  name?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  error?: string | null | undefined;
  children?: ReactNode;
};

/** A box of 22 px; its target is 44 px on touch screens. */
export function Checkbox({ error, children, ...passed }: CheckboxProps) {
  const errorId = useId();
  const describedBy = error ? errorId : passed['aria-describedby'];
  const box = (
    <AriaCheckbox
      {...defined({ ...passed, 'aria-describedby': describedBy })}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={classNames(styles.checkbox, !children && styles.alone)}
    >
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles.box}>
            {isIndeterminate ? <Minus size={16} strokeWidth={2.5} aria-hidden /> : null}
            {isSelected && !isIndeterminate ? <Check size={16} strokeWidth={2.5} aria-hidden /> : null}
          </span>
          {children ? <span>{children}</span> : null}
        </>
      )}
    </AriaCheckbox>
  );
  if (!error) return box;
  return (
    <div>
      {box}
      <div id={errorId} className={fieldStyles.error}>
        <ErrorSentence>{error}</ErrorSentence>
      </div>
    </div>
  );
}
