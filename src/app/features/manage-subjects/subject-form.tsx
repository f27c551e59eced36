import { createRow } from '#commands/reference/create-row.ts';
import { updateRow } from '#commands/reference/update-row.ts';
import { editOf } from '#contract/row-writes.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Check, Plus } from 'lucide-react';
import { storeRow } from '../../acts/rows/store-row.ts';
import type { ShownRow } from '../../acts/rows/use-rows.ts';
import { useProfile } from '../../profile/profile.tsx';
import { SectorsField } from '../../shared/form/sectors-field.tsx';
import { FormCard, FormPair } from '../../shared/manage/form-frame.tsx';
import { FormField, ManageFormBody } from '../../shared/manage/manage-form.tsx';
import { StatusField } from '../../shared/manage/status-field.tsx';
import { useManageForm } from '../../shared/manage/use-manage-form.ts';
import { exemptCount, SUBJECTS } from '../../text/document-subjects.ts';
import { FORM } from '../../text/manage-form.ts';
import { CreationPreview } from './creation-preview.tsx';
import {
  missingOfSubject,
  NEW_SUBJECT,
  SUBJECT_FIELDS,
  subjectEditOf,
  type SubjectFields,
  subjectFieldsOf,
} from './subject-fields.ts';
import { WindowField } from './window-field.tsx';

const NAME_MAX = 255;
const LIST = '/admin/manage-document-subjects';

/** The form of a new document subject, or of an existing one (`row`). `isGone`: it was deleted meanwhile. */
export function SubjectForm(props: {
  draftId: string;
  stored: StoredDraft;
  row: ShownRow<'document_subjects'> | null;
  isGone?: boolean;
}) {
  const { draftId, stored, row, isGone = false } = props;
  const { mirror, commandContext } = useProfile();
  const navigate = useNavigate();
  const values = row === null ? NEW_SUBJECT : subjectFieldsOf(row.data);
  const form = useManageForm<SubjectFields>({ draftId, stored, values, missingOf: missingOfSubject });
  const { fields, change, changes } = form;
  const isNew = row === null;

  async function send() {
    await form.submit(async () => {
      const outcome = await storeRow({ mirror, done: isNew ? SUBJECTS.created : SUBJECTS.edited }, () =>
        isNew
          ? createRow(commandContext, {
              collection: 'document_subjects',
              fields: { ...subjectEditOf(fields), name: fields.name },
              draftId,
            })
          : updateRow(commandContext, {
              collection: 'document_subjects',
              key: row.key,
              seen: editOf('document_subjects', row.data),
              fields: subjectEditOf(changes),
              draftId,
            }),
      );
      if (outcome.kind === 'done') void navigate({ href: LIST });
      return outcome;
    });
  }

  return (
    <ManageFormBody
      form={form}
      fields={SUBJECT_FIELDS}
      submitLabel={isNew ? FORM.create : FORM.save}
      submitIcon={isNew ? Plus : Check}
      isUnchanged={!isNew && Object.keys(changes).length === 0}
      blocked={isGone ? FORM.gone : undefined}
      hint={isNew ? undefined : SUBJECTS.future}
      cancelHref={LIST}
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
      <FormCard title={SUBJECTS.window} note={<CreationPreview fields={fields} />}>
        <FormField name="submission_start_day">
          <WindowField
            window={fields.window}
            onChange={(window) => change({ window })}
            error={form.errorOf('submission_start_day') ?? form.errorOf('submission_end_day')}
          />
        </FormField>
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
  );
}
