import { DOCUMENT_TYPES, type DocumentType } from '#domain/document-types.ts';
import { PHYSICAL_NUMBER_MAX_LENGTH, TITLE_MAX_LENGTH } from '#domain/decide-create.ts';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useUnsentOptions } from '../../shared/form/unsent-options.ts';
import { CREATE_TEXT, windowNote, windowText } from '../../text/create-document.ts';
import { TYPE_LABEL } from '../../text/status-labels.ts';
import { isSectionComplete } from './create-form.ts';
import styles from './create-document.module.css';
import { ExceptionNotice } from './exception-notice.tsx';
import { FIELD_PLACE, useHasMargin } from './field-places.ts';
import { FormSection } from './form-section.tsx';
import type { FormState } from './use-create-form.ts';

/** 1 O que é: type, subject, title, physical number, and the notice of the subject's window. */
export function WhatSection({ state }: { state: FormState }) {
  const { form, change, subject, subjects, window } = state;
  const { today } = useProfile();
  const hasMargin = useHasMargin();
  const unsent = useUnsentOptions('document_subjects');
  const isPhone = useLayoutKind() === 'phone';
  const exempt = subject?.exempt_submission_date_organizations.map((one) => one.acronym) ?? [];
  const note =
    subject === null ? undefined : (
      <>
        <b>{windowText(window)}</b>
        {window === null ? null : <span className={styles.noteLine}>{windowNote(today, exempt)}</span>}
      </>
    );
  return (
    <FormSection
      number={1}
      title={CREATE_TEXT.what}
      isComplete={isSectionComplete('what', state.missing)}
      note={hasMargin ? note : undefined}
    >
      <div className={styles.halves}>
        <div id={FIELD_PLACE.type}>
          <Select
            label={CREATE_TEXT.type}
            options={DOCUMENT_TYPES.map((type) => ({ id: type, text: TYPE_LABEL[type] }))}
            value={form.type}
            onChange={(type) => change({ type: type as DocumentType })}
            error={form.errors['type']}
          />
        </div>
        <div id={FIELD_PLACE.subject}>
          <ComboBox
            label={CREATE_TEXT.subject}
            placeholder={CREATE_TEXT.subjectPlaceholder}
            description={hasMargin || state.needsException ? undefined : note}
            options={[...subjects.map((one) => ({ id: String(one.id), text: one.name })), ...unsent]}
            value={form.subjectId === null ? null : String(form.subjectId)}
            onChange={(id) => change({ subjectId: id === null ? null : Number(id), isException: false })}
            error={
              form.errors['document_subject_id'] ??
              (form.subjectId === state.draft.fields.subjectId ? undefined : CREATE_TEXT.subjectGone)
            }
          />
        </div>
      </div>
      {isPhone ? <ExceptionNotice state={state} /> : null}
      <div className={styles.titleRow}>
        <div id={FIELD_PLACE.title}>
          <TextField
            label={CREATE_TEXT.documentTitle}
            value={form.title}
            onChange={(title) => change({ title })}
            maxLength={TITLE_MAX_LENGTH}
            grows
            error={form.errors['title']}
          />
        </div>
        <div id={FIELD_PLACE.physicalNumber}>
          <TextField
            label={CREATE_TEXT.physicalNumber}
            placeholder={CREATE_TEXT.physicalNumberPlaceholder}
            value={form.physicalNumber}
            onChange={(physicalNumber) => change({ physicalNumber })}
            maxLength={PHYSICAL_NUMBER_MAX_LENGTH}
            error={form.errors['physical_document_number']}
          />
        </div>
      </div>
      {isPhone ? null : <ExceptionNotice state={state} />}
    </FormSection>
  );
}
