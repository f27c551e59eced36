import type { ActiveStatus } from '#contract/scalars.ts';
import { Switch } from '#ui/fields/switch.tsx';
import { FORM, MANAGE } from '../../text/manage/manage.ts';
import styles from './form-frame.module.css';
import { FormField } from './manage-form.tsx';

type StatusForm = {
  readonly fields: { readonly status: ActiveStatus };
  readonly change: (change: { status: ActiveStatus }) => void;
  readonly errorOf: (field: string) => string | undefined;
};

/**
 * The switch of a row's status in its form. `reason`: why it can't be changed. `hasLabel`: draws
 * the word above it, for a card that is about more than the status.
 */
export function StatusField(props: { form: StatusForm; reason?: string | undefined; hasLabel?: boolean }) {
  const { form, reason, hasLabel = false } = props;
  const { status } = form.fields;
  const error = form.errorOf('status');
  return (
    <FormField name="status">
      <div className={styles.statusField}>
        {hasLabel ? (
          <span aria-hidden className={styles.statusLabel}>
            {FORM.status}
          </span>
        ) : null}
        <Switch
          aria-label={`${FORM.status}: ${status === 'active' ? MANAGE.active : MANAGE.inactive}`}
          isSelected={status === 'active'}
          isDisabled={reason !== undefined}
          onChange={(isActive) => form.change({ status: isActive ? 'active' : 'inactive' })}
        >
          {status === 'active' ? MANAGE.active : MANAGE.inactive}
        </Switch>
        {reason === undefined ? null : <p className={styles.hint}>{reason}</p>}
        {error === undefined ? null : (
          <p className={styles.fieldError} role="alert">
            {error}
          </p>
        )}
      </div>
    </FormField>
  );
}
