import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Thread } from '#ui/document-look/thread.tsx';
import { FileText, Paperclip, Pencil } from 'lucide-react';
import { DateField } from '#ui/fields/date-field.tsx';
import { DOCUMENT_TYPES, type DocumentType } from '#domain/document-types.ts';
import { PHYSICAL_NUMBER_MAX_LENGTH, TITLE_MAX_LENGTH } from '#domain/decide-create.ts';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { canPreview } from '#domain/files.ts';
import { TAG_MAX_LENGTH, TAGS_MAX } from '#domain/tags.ts';
import { activePeople } from '#mirror/questions/people.ts';
import { FileDrop, splitAccepted, FilePicker } from '#ui/fields/file-picker.tsx';
import { TagInput } from '#ui/fields/tag-input.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useClosedWhile } from '../../shared/form/use-sending.ts';
import { CREATE_TEXT, limitDateHint, tagsHelp, windowNote, windowText } from '../../text/document/create-document.ts';
import { SectorAndPerson } from '../../shared/form/sector-and-person.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { EditorSwitch, TextEditor } from '../../shared/form/text-editor.tsx';
import { useUnsentOptions } from '../../shared/form/sector-options.ts';
import { TYPE_LABEL } from '../../text/words/document.ts';
import { KeptFileChip } from '../../acts/attach/kept-file-chip.tsx';
import { PagesChip } from '../../acts/attach/pages-chip.tsx';
import { PagesOverlay } from '../../acts/attach/pages-overlay.tsx';
import { PhotoButtons } from '../../acts/attach/photo-buttons.tsx';
import { useLaunchedFiles } from '../../device/launched-files.ts';
import { FileProblems, isAbout } from '../../shared/files/file-problems.tsx';
import { ACCEPTED_EXTENSIONS, ACCEPTED_MIMES, FILE_TEXT, PICKED_TYPES } from '../../text/document/files.ts';
import { formatSize, fullName } from '../../text/words/format.ts';
import styles from './create-document.module.css';
import { CreateFooter } from './create-footer.tsx';
import { SentDialog } from './sent-dialog.tsx';
import { type FormState, useCreateForm } from './use-create-form.ts';
import { isSectionComplete } from './create-form.ts';
import { FIELD_PLACE, useHasMargin } from './field-places.ts';
import { FormSection } from './form-section.tsx';
import { ExceptionNotice } from './exception-notice.tsx';

/**
 * 4 Arquivos e palavras-chave. Files are stored on this device as soon as they are picked; files
 * can also be dropped on the section.
 */
function FilesSection({ state }: { state: FormState }) {
  const { form, change, draft, missing, attachments } = state;
  const isDesktop = useLayoutKind() === 'desktop';
  const { mirror } = useProfile();
  const people = useLiveQuery(() => activePeople(mirror), [mirror]) ?? [];
  useLaunchedFiles((files) => {
    const { accepted, rejected } = splitAccepted(files, ACCEPTED_EXTENSIONS);
    attachments.pick(accepted, rejected);
  });
  const hasMargin = useHasMargin();
  const { files: refused } = form.errors;
  const told = refused === undefined ? [] : refused.split('\n');
  // The server names the file that it refuses.
  const isRefused = (name: string) => told.some((sentence) => isAbout(sentence, name));
  const detailOf = ({ name, size }: { name: string; size: number }) =>
    isRefused(name)
      ? FILE_TEXT.refused
      : `${formatSize(size)} · ${canPreview(name) ? FILE_TEXT.onDevice : FILE_TEXT.noPreview}`;
  return (
    <FormSection
      number={4}
      title={CREATE_TEXT.files}
      isComplete={isSectionComplete('files', missing)}
      note={hasMargin ? CREATE_TEXT.fileRule : undefined}
    >
      <FileDrop onPick={attachments.pick} extensions={ACCEPTED_EXTENSIONS} mimeTypes={ACCEPTED_MIMES}>
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
      </FileDrop>
      <PagesOverlay attachments={attachments} />
      <FileProblems
        id={attachments.field.id}
        sentences={[...attachments.field.problems, ...told]}
        notes={attachments.field.notes}
      />
      {hasMargin ? null : <p className={styles.help}>{CREATE_TEXT.fileRule}</p>}
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
    </FormSection>
  );
}

/** 1 O que é: type, subject, title, physical number, and the notice of the subject's window. */
function WhatSection({ state }: { state: FormState }) {
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

/** 3 Prazo e texto: a limit date of today or later (rule A9), and the text. */
function WhenSection({ state }: { state: FormState }) {
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

/** 2 Para quem: sector and responsible, which depend on each other. */
function WhomSection({ state }: { state: FormState }) {
  const { form, draft, change, missing } = state;
  const hasMargin = useHasMargin();
  return (
    <FormSection
      number={2}
      title={CREATE_TEXT.whom}
      isComplete={isSectionComplete('whom', missing)}
      note={hasMargin ? CREATE_TEXT.sectorRule : undefined}
    >
      <SectorAndPerson
        // What the draft names: the fields say so when it can't be chosen any more.
        value={draft.fields}
        onChange={({ organizationId, responsibleId }) => change({ organizationId, responsibleId })}
        sectorPlace={FIELD_PLACE.organization}
        personPlace={FIELD_PLACE.responsible}
        sectorError={form.errors['organization_ids']}
        personError={form.errors['user_ids']}
      />
      {hasMargin ? null : <p className={styles.help}>{CREATE_TEXT.sectorRule}</p>}
    </FormSection>
  );
}

/**
 * The four sections, joined by a dashed fio because a draft is in pencil, and the footer that says
 * what is missing.
 */
export function CreateFormBody(props: {
  id: string;
  stored: StoredDraft;
  onSee: (documentKey: string) => void;
  onAnother: () => void;
}) {
  const state = useCreateForm(props);
  const isPhone = useLayoutKind() === 'phone';
  const form = useClosedWhile<HTMLDivElement>(state.isSending);
  const sections = (
    <>
      <WhatSection state={state} />
      <WhomSection state={state} />
      <WhenSection state={state} />
      <FilesSection state={state} />
    </>
  );
  return (
    <>
      {state.form.corrects === null ? null : (
        <div className={styles.notice}>
          <Banner tone="pencil" icon={Pencil}>
            {CREATE_TEXT.correcting}
          </Banner>
        </div>
      )}
      <div ref={form} className={styles.form}>
        {isPhone ? <ol className={styles.plain}>{sections}</ol> : <Thread label={CREATE_TEXT.title}>{sections}</Thread>}
      </div>
      <CreateFooter state={state} />
      {state.sentKey === null ? null : (
        <SentDialog documentKey={state.sentKey} onSee={props.onSee} onAnother={props.onAnother} />
      )}
    </>
  );
}
