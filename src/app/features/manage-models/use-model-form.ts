import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormAbout, makesRow } from '../../acts/rows/form-row.ts';
import { useSaveRow } from '../../acts/rows/use-save-row.ts';
import { useProfile } from '../../profile/profile.tsx';
import { type FileField, useFileField } from '../../shared/files/use-file-field.ts';
import { type ManageForm, useManageForm } from '../../shared/manage/use-manage-form.ts';
import { modelFileProblem, MODELS } from '../../text/models.ts';
import { missingOfModel, type ModelFields, modelFieldsOf, NEW_MODEL, typeOfFile } from './model-fields.ts';

export type ModelFormState = {
  readonly form: ManageForm<ModelFields>;
  /** Names of the files that the model will have. */
  readonly fileNames: readonly string[];
  /** Nothing differs from what the form opened with. */
  readonly isUnchanged: boolean;
  readonly field: FileField;
  readonly pick: (files: readonly File[]) => void;
  readonly send: () => Promise<void>;
};

/** The form of a model: its draft with files, what is missing, and the sending. */
export function useModelForm(at: FormAbout<'models'> & { draftId: string; stored: StoredDraft }): ModelFormState {
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
    await form.submit(async () => {
      const fileIds = files.map((file) => file.id);
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

/** Only for a form that lacks nothing. */
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
