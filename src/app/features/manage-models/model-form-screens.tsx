import { EditedRow } from '../../acts/rows/edited-row.tsx';
import { FormPage } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { FORM } from '../../text/manage-form.ts';
import { MODELS } from '../../text/models.ts';
import { ModelForm } from './model-form.tsx';

const DRAFT = 'manage:models';

export function CreateModelScreen() {
  const draftId = `${DRAFT}:new`;
  return (
    <FormPage title={MODELS.createTitle} meta={FORM.allRequired} backHref="/admin/home">
      <StoredForm draftId={draftId}>
        {(stored) => <ModelForm draftId={draftId} stored={stored} row={null} />}
      </StoredForm>
    </FormPage>
  );
}

/** `address`: the model's id on the server or, before it has one, its key on this device. */
export function EditModelScreen({ address }: { address: string }) {
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
          {(stored) => <ModelForm draftId={`${DRAFT}:${row.key}`} stored={stored} row={row} isGone={isGone} />}
        </StoredForm>
      )}
    </EditedRow>
  );
}
