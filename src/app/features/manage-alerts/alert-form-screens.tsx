import { EditedRow } from '../../acts/rows/edited-row.tsx';
import { FormPage } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { MANAGE_ALERTS } from '../../text/manage-alerts.ts';
import { FORM } from '../../text/manage-form.ts';
import { AlertForm } from './alert-form.tsx';

const DRAFT = 'manage:alerts';

export function CreateAlertScreen() {
  const draftId = `${DRAFT}:new`;
  return (
    <FormPage title={MANAGE_ALERTS.createTitle} meta={FORM.allRequired} backHref="/admin/home">
      <StoredForm draftId={draftId}>
        {(stored) => <AlertForm draftId={draftId} stored={stored} row={null} />}
      </StoredForm>
    </FormPage>
  );
}

/** `address`: the alert's id on the server or, before it has one, its key on this device. */
export function EditAlertScreen({ address }: { address: string }) {
  return (
    <EditedRow
      collection="alerts"
      address={address}
      title={MANAGE_ALERTS.editTitle}
      goneText={MANAGE_ALERTS.gone}
      listHref="/admin/manage-alerts"
      metaOf={(row) => row.name}
    >
      {({ row, isGone }) => (
        <StoredForm draftId={`${DRAFT}:${row.key}`}>
          {(stored) => <AlertForm draftId={`${DRAFT}:${row.key}`} stored={stored} row={row} isGone={isGone} />}
        </StoredForm>
      )}
    </EditedRow>
  );
}
