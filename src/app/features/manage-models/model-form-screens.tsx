import { CorrectedRow } from '../../acts/rows/corrected-row.tsx';
import { EditedRow } from '../../acts/rows/edited-row.tsx';
import { FormPage } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { FORM } from '../../text/manage-form.ts';
import { MODELS } from '../../text/models.ts';
import { ModelForm } from './model-form.tsx';

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

/** `address`: the model's id on the server or, before it has one, its key here. `editing`: the change that is corrected. */
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
