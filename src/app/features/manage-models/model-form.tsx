import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Check, Plus } from 'lucide-react';
import { cancelHrefOf, type FormAbout, makesRow } from '../../acts/rows/form-row.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { SectorsField, WithSectors } from '../../shared/form/sectors-field.tsx';
import { FileProblems } from '../../shared/files/file-problems.tsx';
import { refusedFilesOf, saidOf } from '../../shared/files/refused-files.ts';
import { FormCard, FormPair } from '../../shared/manage/form-frame.tsx';
import { FormField, ManageFormBody } from '../../shared/manage/manage-form.tsx';
import { StatusField } from '../../shared/manage/status-field.tsx';
import type { ManageForm } from '../../shared/manage/use-manage-form.ts';
import { FORM } from '../../text/manage-form.ts';
import { filesChangeText, misfitText, MODELS } from '../../text/models.ts';
import { MODEL_FILE_LABEL } from '../../text/model-card.ts';
import { sectorsCount } from '../../text/sectors-field.ts';
import { misfits, MODEL_FIELDS, type ModelFields } from './model-fields.ts';
import { ModelFiles } from './model-files.tsx';
import { useModelForm } from './use-model-form.ts';

const NAME_MAX = 255;
const DESCRIPTION_MAX = 5000;
const LIST = '/admin/manage-models';
const FILE_TYPES = [
  { id: 'word', text: MODEL_FILE_LABEL.word },
  { id: 'pdf', text: MODEL_FILE_LABEL.pdf },
];

/** The form of a new model, of an existing one (`row`), or of a command on one. `isGone`: it was deleted meanwhile. */
export function ModelForm(props: FormAbout<'models'> & { draftId: string; stored: StoredDraft; isGone?: boolean }) {
  const { row, isGone = false } = props;
  const { form, field, fileNames, isUnchanged, pick, send } = useModelForm(props);
  const { fields, change, files } = form;
  const isNew = makesRow(props);
  const unfit = misfits(fileNames, fields.file_mime_type);
  const refused = refusedFilesOf(form.errors['files'] ?? [], [...(props.correcting?.files ?? []), ...files]);
  const removal = form.errorOf('delete_file_ids');
  const fileErrors =
    unfit.length > 0 && fields.file_mime_type !== null
      ? [misfitText(unfit, fields.file_mime_type)]
      : [...saidOf(refused, files), ...(removal === undefined ? [] : [removal])];
  return (
    <WithSectors>
      <ManageFormBody
        form={form}
        fields={MODEL_FIELDS}
        submitLabel={isNew ? FORM.create : FORM.save}
        submitIcon={isNew ? Plus : Check}
        isUnchanged={isUnchanged}
        blocked={isGone ? FORM.gone : undefined}
        hint={isNew ? undefined : (filesChangeText(files.length, fields.delete_file_ids.length) ?? undefined)}
        cancelHref={cancelHrefOf(props, LIST)}
        onSubmit={() => void send()}
      >
        <AccessCard form={form} />
        <WhatCard form={form} />
        <FormCard title={MODELS.files} note={MODELS.filesNote}>
          <FormField name="files">
            <ModelFiles
              kept={row?.data.files ?? []}
              waiting={row?.waitingFiles ?? []}
              picked={files}
              removedIds={fields.delete_file_ids}
              type={fields.file_mime_type}
              onRemoved={(ids) => change({ delete_file_ids: ids })}
              onUnpick={(id) => void form.removeFile(id)}
              onPick={pick}
              describedBy={field.describedBy}
              isRefused={({ id, name }) => id in refused || unfit.includes(name)}
            />
            <FileProblems id={field.id} sentences={[...field.problems, ...fileErrors]} notes={field.notes} />
          </FormField>
        </FormCard>
      </ManageFormBody>
    </WithSectors>
  );
}

function AccessCard({ form }: { form: ManageForm<ModelFields> }) {
  const { person, session } = useProfile();
  const { fields, change } = form;
  const isPhone = useLayoutKind() === 'phone';
  const only = person.superAdmin ? undefined : session.organization_id;
  return (
    <FormCard title={MODELS.access} note={MODELS.accessNote}>
      <FormField name="type">
        <RadioGroup
          label={MODELS.type}
          orientation={isPhone ? 'vertical' : 'horizontal'}
          options={[...MODELS.typeChoice]}
          value={fields.type}
          onChange={(type) => change({ type: type as ModelFields['type'] })}
          error={form.errorOf('type')}
        />
      </FormField>
      <FormField name="organization_ids">
        <SectorsField
          label={MODELS.sectors}
          placeholder={MODELS.sectorsPlaceholder}
          description={only === undefined ? MODELS.sectorsHelp : `${MODELS.sectorsHelp} ${MODELS.ownSectorOnly}`}
          countText={sectorsCount}
          only={only}
          value={fields.organization_ids}
          onChange={(ids) => change({ organization_ids: ids })}
          error={form.errorOf('organization_ids')}
        />
      </FormField>
    </FormCard>
  );
}

function WhatCard({ form }: { form: ManageForm<ModelFields> }) {
  const { fields, change } = form;
  return (
    <FormCard title={MODELS.what} note={MODELS.fileTypeNote}>
      <FormPair>
        <FormField name="file_mime_type">
          <Select
            label={MODELS.fileType}
            placeholder={MODELS.fileTypePlaceholder}
            options={FILE_TYPES}
            value={fields.file_mime_type}
            onChange={(type) => change({ file_mime_type: type as ModelFields['file_mime_type'] })}
            error={form.errorOf('file_mime_type')}
          />
        </FormField>
        <StatusField form={form} hasLabel />
      </FormPair>
      <FormField name="name">
        <TextField
          label={MODELS.name}
          value={fields.name}
          onChange={(name) => change({ name })}
          maxLength={NAME_MAX}
          error={form.errorOf('name')}
          isRequired
        />
      </FormField>
      <FormField name="description">
        <TextField
          label={MODELS.description}
          value={fields.description}
          onChange={(description) => change({ description })}
          maxLength={DESCRIPTION_MAX}
          rows={2}
          error={form.errorOf('description')}
          isRequired
        />
      </FormField>
    </FormCard>
  );
}
