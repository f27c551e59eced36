import { SEARCH_NAME_MAX } from '#mirror/keep/saved-searches.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useState } from 'react';
import { storageTroubleOf } from '#mirror/store/storage.ts';
import { notStoredText } from '../../shared/form/not-stored.ts';
import { SAVED } from '../../text/saved-searches.ts';
import styles from './saved-searches.module.css';

/**
 * The name of a search. `onSubmit` answers what is wrong with it, or null. `initial` is what stands there until the person
 * types; with `onCancel` it can be left, also by Escape.
 */
export function NameForm(props: {
  label: string;
  initial: string;
  submit: string;
  onSubmit: (name: string) => Promise<string | null>;
  onCancel?: () => void;
}) {
  const { label, initial, submit, onSubmit, onCancel } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const name = typed ?? initial;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(name).catch(toldError).then(setError);
      }}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || onCancel === undefined) return;
        // It would close the dialog too.
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextField
        label={label}
        value={name}
        onChange={(text) => {
          setTyped(text);
          setError(null);
        }}
        maxLength={SEARCH_NAME_MAX}
        error={error ?? undefined}
        autoFocus={onCancel !== undefined}
      />
      <span className={styles.buttons}>
        <Button type="submit" variant={onCancel === undefined ? 'primary' : 'secondary'}>
          {submit}
        </Button>
        {onCancel === undefined ? null : (
          <Button variant="quiet" onPress={onCancel}>
            {SAVED.cancel}
          </Button>
        )}
      </span>
    </form>
  );
}

/** A fault that is none of the storage is reported as well. */
function toldError(error: unknown): string {
  if (storageTroubleOf(error) === null) reportError(error);
  return notStoredText(error);
}
