import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Check, Plus } from 'lucide-react';
import { cancelHrefOf, type FormAbout, makesRow } from '../../acts/rows/form-row.ts';
import { useSaveRow } from '../../acts/rows/use-save-row.ts';
import { SectorsField, WithSectors } from '../../shared/form/sectors-field.tsx';
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

/** The form of a new document subject, of an existing one (`row`), or of a command on one. `isGone`: it was deleted. */
export function SubjectForm(
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
