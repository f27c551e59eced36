import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Check, Plus } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { CorrectedRow } from '../../acts/rows/corrected-row.tsx';
import { EditedRow } from '../../acts/rows/edited-row.tsx';
import { FormCard, FormPage, FormPair } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { FORM } from '../../text/manage/manage.ts';
import { filesChangeText, misfitText, modelFileProblem, MODELS } from '../../text/manage/models.ts';
import { cancelHrefOf, type FormAbout, makesRow } from '../../acts/rows/form-row.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { SectorsField, WithSectors } from '../../shared/form/sectors-field.tsx';
import { FileProblems, refusedFilesOf, saidOf } from '../../shared/files/file-problems.tsx';
import { FormField, ManageFormBody } from '../../shared/manage/manage-form.tsx';
import { StatusField } from '../../shared/manage/status-field.tsx';
import { type ManageForm, useManageForm } from '../../shared/manage/use-manage-form.ts';
import { MODEL_FILE_LABEL } from '../../text/lists/home.ts';
import { sectorsCount } from '../../text/manage/sectors.ts';
import { useSaveRow } from '../../acts/rows/use-save-row.ts';
import { type FileField, useFileField } from '../../shared/files/use-file-field.ts';
import {
  misfits,
  missingOfModel,
  MODEL_FIELDS,
  type ModelFields,
  modelFieldsOf,
  NEW_MODEL,
  typeOfFile,
  ModelFiles,
} from './model-files.tsx';

type ModelFormState = {
  readonly form: ManageForm<ModelFields>;
  /** Names of the files that the model will have. */
  readonly fileNames: readonly string[];
  /** The form is as it was opened. */
  readonly isUnchanged: boolean;
  readonly field: FileField;
  readonly pick: (files: readonly File[]) => void;
  readonly send: () => Promise<void>;
};

/** The form of a model: its draft with files, what is missing, and the sending. */
function useModelForm(at: FormAbout<'models'> & { draftId: string; stored: StoredDraft }): ModelFormState {
  const { draftId, stored, row, correcting } = at;
  const { person, session } = useProfile();
  const navigate = useNavigate();
  const own = person.superAdmin || session.organization_id === null ? [] : [session.organization_id];
  const values: ModelFields =
    row === null
      ? { ...NEW_MODEL, organization_ids: own }
      : { ...modelFieldsOf(row.data), delete_file_ids: removedBy(correcting) };
  const stays = [...(row?.data.files ?? []), ...(row?.waitingFiles ?? [])];
  const namesOf = (fields: ModelFields, picked: readonly { readonly name: string }[]) => [
    ...stays.flatMap((file) =>
      typeof file.id === 'number' && fields.delete_file_ids.includes(file.id) ? [] : file.name,
    ),
    ...picked.map((file) => file.name),
  ];
  const form = useManageForm<ModelFields>({
    draftId,
    stored,
    values,
    missingOf: (fields, files) => missingOfModel(fields, namesOf(fields, files)),
    refused: correcting?.refused,
  });
  const { fields, changes, files } = form;
  const field = useFileField(form);
  const done = makesRow(at) ? MODELS.created : MODELS.edited;
  const save = useSaveRow({ collection: 'models', draftId, done, row, correcting });
  const filesBefore = correcting?.files ?? [];

  /** The first file of a known type gives the form its type, when it has none. */
  function pick(picked: readonly File[]) {
    const type =
      fields.file_mime_type ?? picked.map((file) => typeOfFile(file.name)).find((one) => one !== null) ?? null;
    if (type !== fields.file_mime_type) form.change({ file_mime_type: type });
    field.take(picked, ({ name, size }, keptAs) => modelFileProblem({ name, size, keptAs }, type));
  }

  async function send() {
    await form.submit(async (handed) => {
      const fileIds = handed.map((file) => file.id);
      const outcome = await save({ creation: () => creationOf(fields), edit: editedOf(changes), fileIds });
      if (outcome.kind === 'done') void navigate({ href: '/admin/manage-models' });
      return outcome;
    });
  }

  const isSame = files.map((file) => file.id).join() === filesBefore.map((file) => file.id).join();
  return {
    form,
    fileNames: namesOf(fields, files),
    isUnchanged: row !== null && Object.keys(changes).length === 0 && isSame,
    field,
    pick,
    send,
  };
}

/** The server's files that the corrected command removes. */
function removedBy(correcting: FormAbout<'models'>['correcting']): readonly number[] {
  const fields = correcting?.command.payload.fields ?? {};
  return 'delete_file_ids' in fields ? (fields.delete_file_ids ?? []) : [];
}

/** The fields of a creation. Only for a form that lacks nothing; throws otherwise. */
function creationOf({ type, file_mime_type: fileType, organization_ids: ids, ...rest }: ModelFields) {
  if (type === null || fileType === null) throw new Error('The form was sent although it lacks something');
  const { name, description, status } = rest;
  return { type, file_mime_type: fileType, organization_ids: [...ids], name, description, status };
}

function editedOf({
  type,
  file_mime_type: fileType,
  organization_ids: ids,
  delete_file_ids: gone,
  ...rest
}: Partial<ModelFields>) {
  return {
    ...rest,
    ...(type === undefined || type === null ? {} : { type }),
    ...(fileType === undefined || fileType === null ? {} : { file_mime_type: fileType }),
    ...(ids === undefined ? {} : { organization_ids: [...ids] }),
    ...(gone === undefined ? {} : { delete_file_ids: [...gone] }),
  };
}

const NAME_MAX = 255;
const DESCRIPTION_MAX = 5000;
const LIST = '/admin/manage-models';
const FILE_TYPES = [
  { id: 'word', text: MODEL_FILE_LABEL.word },
  { id: 'pdf', text: MODEL_FILE_LABEL.pdf },
];

/**
 * The form of a new model, of an existing one (`row`), or of a command on one. `isGone`: it was
 * deleted meanwhile.
 */
function ModelForm(props: FormAbout<'models'> & { draftId: string; stored: StoredDraft; isGone?: boolean }) {
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

const DRAFT = 'manage:models';

/** `editing`: the creation that is corrected. */
export function CreateModelScreen({ editing }: { editing: string | null }) {
  if (editing !== null) return <CorrectModelScreen commandId={editing} title={MODELS.createTitle} />;
  const draftId = `${DRAFT}:new`;
  return (
    <FormPage title={MODELS.createTitle} meta={FORM.allRequired} backHref="/admin/home">
      <StoredForm draftId={draftId}>
        {(stored) => <ModelForm draftId={draftId} stored={stored} row={null} />}
      </StoredForm>
    </FormPage>
  );
}

/**
 * `address`: the model's id on the server or, before it has one, its key here. `editing`: the
 * change that is corrected.
 */
export function EditModelScreen({ address, editing }: { address: string; editing: string | null }) {
  if (editing !== null) return <CorrectModelScreen commandId={editing} title={MODELS.editTitle} />;
  return (
    <EditedRow
      collection="models"
      address={address}
      title={MODELS.editTitle}
      goneText={MODELS.gone}
      listHref="/admin/manage-models"
      metaOf={(row) => row.name}
    >
      {({ row, isGone }) => (
        <StoredForm draftId={`${DRAFT}:${row.key}`}>
          {(stored, draftId) => <ModelForm draftId={draftId} stored={stored} row={row} isGone={isGone} />}
        </StoredForm>
      )}
    </EditedRow>
  );
}

function CorrectModelScreen(props: { commandId: string; title: string }) {
  return (
    <CorrectedRow collection="models" {...props}>
      {({ correcting, ...kept }) => <ModelForm {...kept} row={correcting.row} correcting={correcting} />}
    </CorrectedRow>
  );
}
