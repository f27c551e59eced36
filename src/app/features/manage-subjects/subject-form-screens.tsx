import { copyBoundOf } from '#mirror/questions/cover.ts';
import { countOfSubject } from '#mirror/questions/count-documents.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Check, Flag, Plus } from 'lucide-react';
import { isOutsideWindow, windowOf } from '#domain/submission-window.ts';
import { referenceRows } from '#mirror/questions/reference-rows.ts';
import { CorrectedRow } from '../../acts/rows/corrected-row.tsx';
import { EditedRow } from '../../acts/rows/edited-row.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { FormCard, FormPage, FormPair } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { exemptCount, SUBJECTS, usedHereText, usedText } from '../../text/manage/document-subjects.ts';
import { cancelHrefOf, type FormAbout, makesRow } from '../../acts/rows/form-row.ts';
import { useSaveRow } from '../../acts/rows/use-save-row.ts';
import { SectorsField, WithSectors } from '../../shared/form/sectors-field.tsx';
import { FormField, ManageFormBody } from '../../shared/manage/manage-form.tsx';
import { StatusField } from '../../shared/manage/status-field.tsx';
import { useManageForm } from '../../shared/manage/use-manage-form.ts';
import { FORM } from '../../text/manage/manage.ts';
import { CREATE_TEXT, windowNote, windowText } from '../../text/document/create-document.ts';
import { WindowField } from './window-field.tsx';
import styles from './subject-form-screens.module.css';
import type { DocumentSubjectRow } from '#contract/reference-data.ts';
import type { RowEdit } from '#contract/row-writes.ts';
import { DEFAULT_DAYS_MAX } from '#contract/reference-writes.ts';
import { isBlank } from '#domain/text.ts';
import type { Missing } from '../../shared/manage/form-fields.ts';

/** What the form of a new document will say of this subject, the notice of today included. */
function CreationPreview({ fields }: { fields: SubjectFields }) {
  const { mirror, today } = useProfile();
  const sectors = useLiveQuery(() => referenceRows(mirror, 'organizations'), [mirror]) ?? [];
  const window = windowOf(...fields.window);
  const exempt = sectors.flatMap(({ serverId, row }) =>
    serverId !== null && fields.exemptIds.includes(serverId) ? [row.acronym] : [],
  );
  return (
    <>
      <b>{SUBJECTS.preview}</b>
      <div className={styles.preview}>
        <p>
          <b>{windowText(window)}</b> {window === null ? null : <span>{windowNote(today, exempt)}</span>}
        </p>
        {isOutsideWindow(window, today) ? (
          <p className={styles.notice}>
            <Flag size={18} strokeWidth={1.75} aria-hidden />
            {CREATE_TEXT.outsideWindow}
          </p>
        ) : null}
      </div>
      <p>{SUBJECTS.windowRule}</p>
    </>
  );
}

const NAME_MAX = 255;
const LIST = '/admin/manage-document-subjects';

/**
 * The form of a new document subject, of an existing one (`row`), or of a command on one. `isGone`:
 * it was deleted.
 */
function SubjectForm(
  props: FormAbout<'document_subjects'> & { draftId: string; stored: StoredDraft; isGone?: boolean },
) {
  const { draftId, stored, row, correcting, isGone = false } = props;
  const navigate = useNavigate();
  const values = row === null ? NEW_SUBJECT : subjectFieldsOf(row.data);
  const form = useManageForm<SubjectFields>({
    draftId,
    stored,
    values,
    missingOf: missingOfSubject,
    refused: correcting?.refused,
  });
  const { fields, change, changes } = form;
  const isNew = makesRow(props);
  const windowErrors = [form.errorOf('submission_start_day'), form.errorOf('submission_end_day')].filter(
    (sentence) => sentence !== undefined,
  );
  const done = isNew ? SUBJECTS.created : SUBJECTS.edited;
  const save = useSaveRow({ collection: 'document_subjects', draftId, done, row, correcting });

  async function send() {
    await form.submit(async () => {
      const creation = () => ({ ...subjectEditOf(fields), name: fields.name });
      const outcome = await save({ creation, edit: subjectEditOf(changes) });
      if (outcome.kind === 'done') void navigate({ href: LIST });
      return outcome;
    });
  }

  return (
    <WithSectors>
      <ManageFormBody
        form={form}
        fields={SUBJECT_FIELDS}
        submitLabel={isNew ? FORM.create : FORM.save}
        submitIcon={isNew ? Plus : Check}
        isUnchanged={row !== null && Object.keys(changes).length === 0}
        blocked={isGone ? FORM.gone : undefined}
        hint={isNew ? undefined : SUBJECTS.future}
        cancelHref={cancelHrefOf(props, LIST)}
        onSubmit={() => void send()}
      >
        <FormCard title={SUBJECTS.subject} note={SUBJECTS.statusNote}>
          <FormPair>
            <FormField name="name">
              <TextField
                label={SUBJECTS.name}
                value={fields.name}
                onChange={(name) => change({ name })}
                maxLength={NAME_MAX}
                error={form.errorOf('name')}
                isRequired
              />
            </FormField>
            <StatusField form={form} hasLabel />
          </FormPair>
        </FormCard>
        <FormCard title={SUBJECTS.limit} note={SUBJECTS.limitNote}>
          <FormField name="default_days">
            <TextField
              label={SUBJECTS.limitDays}
              isOptional
              placeholder={SUBJECTS.limitPlaceholder}
              description={SUBJECTS.limitHelp}
              value={fields.days}
              onChange={(days) => change({ days })}
              maxLength={3}
              error={
                form.errorOf('default_days') ?? (daysOf(fields.days) === undefined ? SUBJECTS.limitWrong : undefined)
              }
            />
          </FormField>
          <FormField name="working">
            <Checkbox isSelected={fields.isWorking} onChange={(isWorking) => change({ isWorking })}>
              {SUBJECTS.limitWorking}
            </Checkbox>
          </FormField>
        </FormCard>
        <FormCard title={SUBJECTS.window} note={<CreationPreview fields={fields} />}>
          <WindowField
            window={fields.window}
            onChange={(window) => change({ window })}
            error={windowErrors.length === 0 ? undefined : windowErrors.join(' ')}
          />
          <FormField name="submission_date_exempt_organization_ids">
            <SectorsField
              label={SUBJECTS.exempt}
              isOptional
              placeholder={SUBJECTS.exemptPlaceholder}
              description={SUBJECTS.exemptHelp}
              countText={exemptCount}
              value={fields.exemptIds}
              onChange={(exemptIds) => change({ exemptIds })}
              error={form.errorOf('submission_date_exempt_organization_ids')}
            />
          </FormField>
        </FormCard>
      </ManageFormBody>
    </WithSectors>
  );
}

const DRAFT = 'manage:document_subjects';

/** `editing`: the creation that is corrected. */
export function CreateSubjectScreen({ editing }: { editing: string | null }) {
  if (editing !== null) return <CorrectSubjectScreen commandId={editing} title={SUBJECTS.createTitle} />;
  const draftId = `${DRAFT}:new`;
  return (
    <FormPage title={SUBJECTS.createTitle} phoneTitle={SUBJECTS.create} backHref="/admin/home">
      <StoredForm draftId={draftId}>
        {(stored) => <SubjectForm draftId={draftId} stored={stored} row={null} />}
      </StoredForm>
    </FormPage>
  );
}

/**
 * `address`: the subject's id on the server or, before it has one, its key here. `editing`: the
 * change that is corrected.
 */
export function EditSubjectScreen({ address, editing }: { address: string; editing: string | null }) {
  if (editing !== null) return <CorrectSubjectScreen commandId={editing} title={SUBJECTS.editTitle} />;
  return (
    <EditedRow
      collection="document_subjects"
      address={address}
      title={SUBJECTS.editTitle}
      phoneTitle={SUBJECTS.edit}
      goneText={SUBJECTS.gone}
      listHref="/admin/manage-document-subjects"
      metaOf={(row) => <Used serverId={row.serverId} />}
    >
      {({ row, isGone }) => (
        <StoredForm draftId={`${DRAFT}:${row.key}`}>
          {(stored, draftId) => <SubjectForm draftId={draftId} stored={stored} row={row} isGone={isGone} />}
        </StoredForm>
      )}
    </EditedRow>
  );
}

/** How many documents of this device have the subject. */
function Used({ serverId }: { serverId: number | null }) {
  const { mirror } = useProfile();
  const used = useLiveQuery(async () => (serverId === null ? 0 : countOfSubject(mirror, serverId)), [mirror, serverId]);
  const bound = useLiveQuery(() => copyBoundOf(mirror), [mirror]);
  if (used === undefined || bound === undefined) return null;
  return bound === null ? usedText(used) : usedHereText(used);
}

function CorrectSubjectScreen(props: { commandId: string; title: string }) {
  return (
    <CorrectedRow collection="document_subjects" {...props}>
      {({ correcting, ...kept }) => <SubjectForm {...kept} row={correcting.row} correcting={correcting} />}
    </CorrectedRow>
  );
}

// The form of a document subject as plain data. Pure.

type SubjectFields = {
  readonly name: string;
  readonly status: DocumentSubjectRow['status'];
  /** First and last day of the submission window, 0 to 31. Both are 0 without a window. */
  readonly window: readonly [number, number];
  readonly exemptIds: readonly number[];
  /** The proposed number of days until the limit date, as typed; empty for none. */
  readonly days: string;
  readonly isWorking: boolean;
};

export const NEW_SUBJECT: SubjectFields = {
  name: '',
  status: 'active',
  window: [0, 0],
  exemptIds: [],
  days: '',
  isWorking: true,
};

/** The wire's names of the fields, in the order of the form. */
const SUBJECT_FIELDS = [
  'name',
  'status',
  'default_days',
  'working',
  'submission_start_day',
  'submission_end_day',
  'submission_date_exempt_organization_ids',
] as const;

export function missingOfSubject({ name, days }: SubjectFields): Missing[] {
  return [
    ...(isBlank(name) ? [{ field: 'name', word: 'nome' }] : []),
    ...(daysOf(days) === undefined ? [{ field: 'default_days', word: SUBJECTS.missingLimit }] : []),
  ];
}

/**
 * The typed number of days. Null: the field is empty. Undefined: the text is not a valid number of
 * days.
 */
function daysOf(typed: string): number | null | undefined {
  if (isBlank(typed)) return null;
  const days = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  return days >= 1 && days <= DEFAULT_DAYS_MAX ? days : undefined;
}

type SubjectRow = Pick<
  DocumentSubjectRow,
  | 'name'
  | 'status'
  | 'submission_start_day'
  | 'submission_end_day'
  | 'exempt_submission_date_organizations'
  | 'default_days'
  | 'working'
>;

/**
 * The fields of the form, made from a stored subject. Without a window both days are 0, as the
 * slider shows them.
 */
export function subjectFieldsOf(row: SubjectRow): SubjectFields {
  return {
    name: row.name,
    status: row.status,
    window: [row.submission_start_day ?? 0, row.submission_end_day ?? 0],
    exemptIds: row.exempt_submission_date_organizations.map((sector) => sector.id),
    days: row.default_days == null ? '' : String(row.default_days),
    isWorking: row.working ?? false,
  };
}

/** The changed fields by the wire's names. */
export function subjectEditOf({
  name,
  status,
  window,
  exemptIds,
  days,
  isWorking,
}: Partial<SubjectFields>): RowEdit<'document_subjects'> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    ...(window === undefined ? {} : { submission_start_day: window[0], submission_end_day: window[1] }),
    ...(exemptIds === undefined ? {} : { submission_date_exempt_organization_ids: [...exemptIds] }),
    ...(days === undefined ? {} : { default_days: daysOf(days) ?? null }),
    ...(isWorking === undefined ? {} : { working: isWorking }),
  };
}
