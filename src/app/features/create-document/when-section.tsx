import { DateField } from '#ui/fields/date-field.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { EditorSwitch, TextEditor } from '../../shared/form/text-editor.tsx';
import { CREATE_TEXT, limitDateHint } from '../../text/create-document.ts';
import { isSectionComplete } from './create-form.ts';
import styles from './create-document.module.css';
import { FIELD_PLACE, useHasMargin } from './field-places.ts';
import { FormSection } from './form-section.tsx';
import type { FormState } from './use-create-form.ts';

/** 3 Prazo e texto: a limit date of today or later (rule A9), and the text. */
export function WhenSection({ state }: { state: FormState }) {
  const { form, change, changeText, draft, missing, attachments } = state;
  const { today } = useProfile();
  const hasMargin = useHasMargin();
  const isPast = form.limitDate !== null && form.limitDate < today;
  const hint = limitDateHint(form.limitDate) ?? (hasMargin ? undefined : CREATE_TEXT.limitDateRule);
  return (
    <FormSection
      number={3}
      title={CREATE_TEXT.when}
      isComplete={isSectionComplete('when', missing)}
      note={hasMargin ? CREATE_TEXT.limitDateRule : undefined}
    >
      <div className={styles.halves}>
        <div id={FIELD_PLACE.limitDate}>
          <DateField
            label={CREATE_TEXT.limitDate}
            value={form.limitDate}
            onChange={(limitDate) => change({ limitDate })}
            minValue={today}
            today={today}
            description={hint}
            error={isPast ? CREATE_TEXT.datePassed : form.errors['limit_date']}
          />
        </div>
      </div>
      <div id={FIELD_PLACE.content}>
        <TextEditor
          label={CREATE_TEXT.content}
          initialHtml={draft.latest().content}
          onChange={changeText}
          placeholder={CREATE_TEXT.contentPlaceholder}
          error={form.errors['content']}
          onFiles={(files) => attachments.pick(files, [])}
        />
        <EditorSwitch />
      </div>
    </FormSection>
  );
}
