import { Button } from '#ui/actions/button.tsx';
import { Pencil, Send } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { useKeyboardOpen } from '../../device/use-layout-kind.ts';
import { MissingLine } from '../../shared/form/missing-line.tsx';
import { footRef } from '../../shared/screen/foot-ref.ts';
import { CREATE_TEXT, draftKeptText, FIELD_WORD } from '../../text/document/create-document.ts';
import styles from './create-footer.module.css';
import { focusField } from './field-places.ts';
import type { FormState } from './use-create-form.ts';

/**
 * The footer of the form, always visible: Enviar, links to the missing fields, and when the draft
 * was saved.
 */
export function CreateFooter({ state }: { state: FormState }) {
  const { missing, isSending, draft } = state;
  const { zone } = useProfile();
  const isKeyboardOpen = useKeyboardOpen();
  return (
    <div ref={footRef} className={styles.footer} data-keyboard={isKeyboardOpen}>
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
      {missing.length === 0 ? null : (
        <p className={styles.missing}>
          <MissingLine
            words={missing.map((field) => ({ word: FIELD_WORD[field], onPress: () => focusField(field) }))}
          />
        </p>
      )}
      {draft.savedAtMs === null ? null : (
        <p className={styles.saved}>
          <Pencil size={16} strokeWidth={1.75} aria-hidden />
          {draftKeptText(draft.savedAtMs, zone)}
        </p>
      )}
    </div>
  );
}
