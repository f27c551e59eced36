// The fields of the form of a new document. create-form-body.tsx says where each one stands.

import { canPreview } from '#domain/files.ts';
import { DOCUMENT_TYPES, type DocumentType } from '#domain/document-types.ts';
import { PHYSICAL_NUMBER_MAX_LENGTH, TITLE_MAX_LENGTH } from '#domain/decide-create.ts';
import { TAG_MAX_LENGTH, TAGS_MAX } from '#domain/tags.ts';
import { activePeople } from '#mirror/questions/people.ts';
import { TextButton } from '#ui/actions/link.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { DateField } from '#ui/fields/date-field.tsx';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TagInput } from '#ui/fields/tag-input.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { FileText, Flag, Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { KeptFileChip } from '../../acts/attach/kept-file-chip.tsx';
import { PagesChip } from '../../acts/attach/pages-chip.tsx';
import { PagesOverlay } from '../../acts/attach/pages-overlay.tsx';
import { PhotoButtons } from '../../acts/attach/photo-buttons.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { FileProblems, isAbout } from '../../shared/files/file-problems.tsx';
import { repeatedFiles } from '../../shared/files/use-file-field.ts';
import { dayOffOf, TakeDay } from '../../shared/form/day-off.tsx';
import { DaySteps } from '../../shared/form/day-steps.tsx';
import { SectorAndPerson } from '../../shared/form/sector-and-person.tsx';
import { TextEditor } from '../../shared/form/text-editor.tsx';
import { useUnsentOptions } from '../../shared/form/sector-options.ts';
import { WithHelp } from '../../shared/screen/help-link.tsx';
import { CREATE_TEXT, tagsHelp, windowNote, windowText } from '../../text/document/create-document.ts';
import { ACCEPTED_EXTENSIONS, ACCEPTED_MIMES, FILE_TEXT, PICKED_TYPES } from '../../text/document/files.ts';
import { formatSize, fullName } from '../../text/words/format.ts';
import { TYPE_LABEL } from '../../text/words/document.ts';
import { subjectLimitText } from '../../text/words/working-days.ts';
import styles from './create-document.module.css';
import type { RequiredField } from './create-form.ts';
import type { FormState } from './use-create-form.ts';

/** Element ids of the fields, to which the links in the footer lead. */
export const FIELD_PLACE: Record<RequiredField, string> = {
  type: 'campo-tipo',
  subject: 'campo-assunto',
  title: 'campo-titulo',
  physicalNumber: 'campo-numero-fisico',
  exception: 'campo-excecao',
  organization: 'campo-setor',
  responsible: 'campo-responsavel',
  limitDate: 'campo-data-limite',
  content: 'campo-texto',
  files: 'campo-arquivos',
};

const FOCUSABLE = 'input:not([type="file"]), textarea, [contenteditable="true"], button';

/** Moves the focus into a field of the form and scrolls it into view. */
export function focusField(field: RequiredField): void {
  const place = document.getElementById(FIELD_PLACE[field]);
  const target = place?.querySelector<HTMLElement>(FOCUSABLE);
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}

type FieldProps = { readonly state: FormState };

export function TypeField({ state: { form, change } }: FieldProps) {
  return (
    <div id={FIELD_PLACE.type}>
      <Select
        label={CREATE_TEXT.type}
        options={DOCUMENT_TYPES.map((type) => ({ id: type, text: TYPE_LABEL[type] }))}
        value={form.type}
        onChange={(type) => change({ type: type as DocumentType })}
        error={form.errors['type']}
      />
    </div>
  );
}

/** The field of the subject. It shows the submission window unless `ExceptionNotice` does. */
export function SubjectField({ state }: FieldProps) {
  const { form, subject, subjects, window } = state;
  const { today } = useProfile();
  const unsent = useUnsentOptions('document_subjects');
  const exempt = subject?.exempt_submission_date_organizations.map((one) => one.acronym) ?? [];
  const note =
    subject === null || state.needsException ? undefined : (
      <>
        <b>{windowText(window)}</b>
        {window === null ? null : <span className={styles.noteLine}>{windowNote(today, exempt)}</span>}
      </>
    );
  return (
    <div id={FIELD_PLACE.subject}>
      <ComboBox
        label={CREATE_TEXT.subject}
        placeholder={CREATE_TEXT.subjectPlaceholder}
        description={note}
        options={[...subjects.map((one) => ({ id: String(one.id), text: one.name })), ...unsent]}
        value={form.subjectId === null ? null : String(form.subjectId)}
        onChange={(id) => state.changeSubject(id === null ? null : Number(id))}
        error={
          form.errors['document_subject_id'] ??
          (form.subjectId === state.draft.fields.subjectId ? undefined : CREATE_TEXT.subjectGone)
        }
      />
    </div>
  );
}

const REASON_MAX_LENGTH = 1000;

/**
 * The notice outside the subject's submission window: the specified sentence, the checkbox and the
 * optional reason (rule C1, src/app/experience.md, experience W16).
 */
export function ExceptionNotice({ state }: FieldProps) {
  const { form, change, needsException } = state;
  const isPhone = useLayoutKind() === 'phone';
  if (!needsException) return null;
  return (
    <div className={styles.exception} role="status" id={FIELD_PLACE.exception}>
      <Flag size={20} strokeWidth={1.75} aria-hidden />
      <p className={styles.sentence}>
        <WithHelp about="excecao" sentence={CREATE_TEXT.outsideWindow} />
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

/**
 * The field of the title. While the title is the one proposed from a file's name, a line says so.
 */
export function TitleField({ state, isOnPaper = false }: FieldProps & { isOnPaper?: boolean }) {
  const { form, change } = state;
  const isProposed = form.proposedTitle !== null && form.title === form.proposedTitle;
  return (
    <div id={FIELD_PLACE.title} className={isOnPaper ? styles.paperTitle : undefined}>
      <TextField
        label={CREATE_TEXT.documentTitle}
        isLabelHidden={isOnPaper}
        placeholder={isOnPaper ? CREATE_TEXT.documentTitle : undefined}
        value={form.title}
        onChange={(title) => change({ title })}
        maxLength={TITLE_MAX_LENGTH}
        grows
        error={form.errors['title']}
      />
      {isProposed ? (
        <p className={styles.help}>
          <span>{CREATE_TEXT.titleOfFile}</span>{' '}
          <TextButton onPress={() => change({ title: '' })}>{CREATE_TEXT.takeBack}</TextButton>
        </p>
      ) : null}
    </div>
  );
}

export function NumberField({ state: { form, change }, isOnPaper = false }: FieldProps & { isOnPaper?: boolean }) {
  return (
    <div id={FIELD_PLACE.physicalNumber} className={isOnPaper ? styles.paperNumber : undefined}>
      <TextField
        label={CREATE_TEXT.physicalNumber}
        isLabelHidden={isOnPaper}
        placeholder={isOnPaper ? CREATE_TEXT.physicalNumber : CREATE_TEXT.physicalNumberPlaceholder}
        value={form.physicalNumber}
        onChange={(physicalNumber) => change({ physicalNumber })}
        maxLength={PHYSICAL_NUMBER_MAX_LENGTH}
        error={form.errors['physical_document_number']}
      />
    </div>
  );
}

/** Sector and responsible, which depend on each other. */
export function WhomFields({ state }: FieldProps) {
  const { form, draft, change } = state;
  return (
    <>
      <SectorAndPerson
        // The choices as the draft names them, so that the fields can say when one can no longer be
        // chosen.
        value={draft.fields}
        onChange={({ organizationId, responsibleId }) => change({ organizationId, responsibleId })}
        sectorPlace={FIELD_PLACE.organization}
        personPlace={FIELD_PLACE.responsible}
        sectorError={form.errors['organization_ids']}
        personError={form.errors['user_ids']}
      />
      <p className={styles.help}>{CREATE_TEXT.sectorRule}</p>
    </>
  );
}

/** The field of the limit date, today or later (rule A9), with buttons for days ahead. */
export function LimitDateField({ state: { form, change, subject, holidays, proposal } }: FieldProps) {
  const { today } = useProfile();
  const dayOff = dayOffOf(form.limitDate, holidays, form.organizationId === null ? [] : [form.organizationId]);
  const isProposed = proposal !== null && form.limitDate === proposal;
  const ofSubject =
    isProposed && subject?.default_days != null
      ? subjectLimitText({ days: subject.default_days, working: subject.working === true })
      : null;
  const isPast = form.limitDate !== null && form.limitDate < today;
  return (
    <div id={FIELD_PLACE.limitDate} className={styles.limitDate}>
      <DateField
        label={CREATE_TEXT.limitDate}
        value={form.limitDate}
        onChange={(limitDate) => change({ limitDate })}
        minValue={today}
        today={today}
        description={dayOff?.text ?? ofSubject ?? CREATE_TEXT.limitDateRule}
        error={isPast ? CREATE_TEXT.datePassed : form.errors['limit_date']}
      />
      <TakeDay dayOff={dayOff} onTake={(limitDate) => change({ limitDate })} />
      <DaySteps
        label={CREATE_TEXT.daySteps}
        from={today}
        value={form.limitDate}
        onChange={(limitDate) => change({ limitDate })}
      />
    </div>
  );
}

export function ContentField({ state, isOnPaper = false }: FieldProps & { isOnPaper?: boolean }) {
  const { form, changeText, draft, attachments } = state;
  return (
    <div id={FIELD_PLACE.content} className={isOnPaper ? styles.paperText : undefined}>
      <TextEditor
        label={CREATE_TEXT.content}
        isLabelHidden={isOnPaper}
        isOnPaper={isOnPaper}
        initialHtml={draft.latest().content}
        onChange={changeText}
        placeholder={CREATE_TEXT.contentPlaceholder}
        error={form.errors['content']}
        onFiles={(files) => attachments.pick(files, [])}
      />
    </div>
  );
}

/**
 * The field of the files. A file is stored on this device as soon as it is picked, or dropped on
 * the page. `words` stands beside the sentences about the files.
 */
export function FilesField({ state, words }: FieldProps & { words?: ReactNode }) {
  const { form, draft, attachments } = state;
  const isDesktop = useLayoutKind() === 'desktop';
  const { files: refused } = form.errors;
  const told = refused === undefined ? [] : refused.split('\n');
  // The server names the file that it refuses.
  const isRefused = (name: string) => told.some((sentence) => isAbout(sentence, name));
  const detailOf = ({ name, size }: { name: string; size: number }) =>
    isRefused(name)
      ? FILE_TEXT.refused
      : `${formatSize(size)} · ${canPreview(name) ? FILE_TEXT.onDevice : FILE_TEXT.noPreview}`;
  return (
    <>
      <div className={styles.files} id={FIELD_PLACE.files}>
        {draft.files.map((file) => (
          <KeptFileChip
            key={file.id}
            file={file}
            detail={detailOf(file)}
            isRefused={isRefused(file.name)}
            icon={FileText}
            onBack={attachments.backOf(file.id)}
            onRemove={() => void draft.removeFile(file.id)}
          />
        ))}
        <PagesChip attachments={attachments} />
        <FilePicker
          label={CREATE_TEXT.attach}
          icon={Paperclip}
          extensions={ACCEPTED_EXTENSIONS}
          // A phone would offer its camera for every picture type.
          mimeTypes={isDesktop ? PICKED_TYPES : ACCEPTED_MIMES}
          onPick={attachments.pick}
          describedBy={attachments.field.describedBy}
          isMultiple
        />
        <PhotoButtons attachments={attachments} />
      </div>
      <PagesOverlay attachments={attachments} />
      <FileProblems
        id={attachments.field.id}
        sentences={[...attachments.field.problems, ...told]}
        notes={[...attachments.field.notes, ...repeatedFiles(draft.files)]}
      />
      <div className={styles.fileWords}>
        <p className={styles.help}>{CREATE_TEXT.fileRule}</p>
        {words}
      </div>
    </>
  );
}

export function TagsField({ state: { form, change } }: FieldProps) {
  const { mirror } = useProfile();
  const people = useLiveQuery(() => activePeople(mirror), [mirror]) ?? [];
  return (
    <TagInput
      label={CREATE_TEXT.tags}
      isOptional
      placeholder={CREATE_TEXT.tagsPlaceholder}
      value={form.tags}
      onChange={(tags) => change({ tags })}
      people={people.map((person) => ({ userId: person.id, name: fullName(person) }))}
      max={TAGS_MAX}
      maxLength={TAG_MAX_LENGTH}
      description={tagsHelp(form.tags.length)}
      error={form.errors['tags']}
    />
  );
}
