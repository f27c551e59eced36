import { Checkbox } from '#ui/fields/checkbox.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Flag } from 'lucide-react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { HelpLink } from '../../shared/screen/help-link.tsx';
import { CREATE_TEXT } from '../../text/document/create-document.ts';
import styles from './exception-notice.module.css';
import { FIELD_PLACE } from './field-places.ts';
import type { FormState } from './use-create-form.ts';

const REASON_MAX_LENGTH = 1000;

/**
 * The notice outside the subject's submission window: the specified sentence, the checkbox and the
 * optional reason (rule C1, src/app/experience.md, experience W16).
 */
export function ExceptionNotice({ state }: { state: FormState }) {
  const { form, change, needsException } = state;
  const isPhone = useLayoutKind() === 'phone';
  if (!needsException) return null;
  return (
    <div className={styles.notice} role="status" id={FIELD_PLACE.exception}>
      <Flag size={20} strokeWidth={1.75} aria-hidden />
      <p className={styles.sentence}>
        {CREATE_TEXT.outsideWindow} <HelpLink about="excecao" />
      </p>
      <div className={styles.answer}>
        <Checkbox
          isSelected={form.isException}
          onChange={(isException) => change({ isException })}
          error={form.errors['is_exception']}
        >
          <b>{CREATE_TEXT.sendAsException}</b>
        </Checkbox>
        <div className={styles.reason}>
          <TextField
            label={CREATE_TEXT.reason}
            isOptional
            value={form.exceptionReason}
            onChange={(exceptionReason) => change({ exceptionReason })}
            maxLength={REASON_MAX_LENGTH}
            rows={isPhone ? 2 : undefined}
            isDisabled={!form.isException}
            error={form.errors['exception_reason']}
          />
        </div>
      </div>
    </div>
  );
}
