import { Button } from '#ui/actions/button.tsx';
import { Pencil, Send } from 'lucide-react';
import { Fragment } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useKeyboardOpen } from '../../device/use-keyboard-open.ts';
import { CREATE_TEXT, draftKeptText, FIELD_WORD } from '../../text/create-document.ts';
import type { RequiredField } from './create-form.ts';
import styles from './create-footer.module.css';
import { focusField } from './field-places.ts';
import type { FormState } from './use-create-form.ts';

/** The footer of the form, always visible: Enviar, links to the missing fields, and when the draft was saved. */
export function CreateFooter({ state }: { state: FormState }) {
  const { missing, isSending, draft } = state;
  const { zone } = useProfile();
  const isKeyboardOpen = useKeyboardOpen();
  return (
    <div className={styles.footer} data-keyboard={isKeyboardOpen}>
      <div className={styles.send}>
        <Button
          variant="primary"
          size="lg"
          icon={Send}
          isWide
          isDisabled={missing.length > 0 || isSending}
          onPress={() => void state.send()}
        >
          {CREATE_TEXT.send}
        </Button>
      </div>
      {missing.length === 0 ? null : <Missing fields={missing} />}
      {draft.savedAtMs === null ? null : (
        <p className={styles.saved}>
          <Pencil size={16} strokeWidth={1.75} aria-hidden />
          {draftKeptText(draft.savedAtMs, zone)}
        </p>
      )}
    </div>
  );
}

/** `Falta: responsável e data limite`; each word leads to its field. */
function Missing({ fields }: { fields: readonly RequiredField[] }) {
  return (
    <p className={styles.missing}>
      Falta:{' '}
      {fields.map((field, index) => (
        <Fragment key={field}>
          {index === 0 ? null : index === fields.length - 1 ? ' e ' : ', '}
          <button type="button" className={styles.link} onClick={() => focusField(field)}>
            {FIELD_WORD[field]}
          </button>
        </Fragment>
      ))}
    </p>
  );
}
