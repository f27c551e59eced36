import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import styles from './field.module.css';
import { VisuallyHidden } from '../base/visually-hidden.tsx';

/**
 * The props that every field takes. `error` is a whole sentence; without one the field is valid.
 */
export type FieldProps = {
  label: string;
  description?: ReactNode;
  error?: string | null | undefined;
  isOptional?: boolean | undefined;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  isLabelHidden?: boolean | undefined;
  id?: string | undefined;
  name?: string | undefined;
  size?: 'md' | 'lg' | undefined;
};

/** The visible label; "(opcional)" marks the exceptions, because most fields are required. */
export function FieldLabel({
  label,
  isOptional,
  isLabelHidden,
}: Pick<FieldProps, 'label' | 'isOptional' | 'isLabelHidden'>) {
  if (isLabelHidden) {
    return (
      <VisuallyHidden as="div">
        <Label>{label}</Label>
      </VisuallyHidden>
    );
  }
  return (
    <Label className={styles.label ?? ''}>
      <span>{label}</span>
      {isOptional ? <span className={styles.optional}> (opcional)</span> : null}
    </Label>
  );
}

/** Description and error under a field of react-aria, which ties them to the input. */
export function FieldHelp({ description, error }: Pick<FieldProps, 'description' | 'error'>) {
  return (
    <>
      {description ? (
        <Text slot="description" className={styles.description ?? ''}>
          {description}
        </Text>
      ) : null}
      {error ? (
        <FieldError className={styles.error ?? ''}>
          <ErrorSentence>{error}</ErrorSentence>
        </FieldError>
      ) : null}
    </>
  );
}

/** The sentence of an error with its icon, for components that tie it to their input themselves. */
export function ErrorSentence({ children }: { children: ReactNode }) {
  return (
    <>
      <CircleAlert size={16} strokeWidth={2} aria-hidden />
      <span>{children}</span>
    </>
  );
}

/** The class of a field's outer element. */
export function fieldClass(size: FieldProps['size'], extra?: string): string {
  return classNames(styles.field, size === 'lg' && styles.lg, extra);
}
