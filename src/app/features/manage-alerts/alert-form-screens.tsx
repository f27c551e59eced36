import { CorrectedRow } from '../../acts/rows/corrected-row.tsx';
import { EditedRow } from '../../acts/rows/edited-row.tsx';
import { FormPage } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { MANAGE_ALERTS } from '../../text/manage-alerts.ts';
import { FORM } from '../../text/manage-form.ts';
import { AlertForm } from './alert-form.tsx';

const DRAFT = 'manage:alerts';

/** `editing`: the creation that is corrected. */
export function CreateAlertScreen({ editing }: { editing: string | null }) {
  if (editing !== null) return <CorrectAlertScreen commandId={editing} title={MANAGE_ALERTS.createTitle} />;
  const draftId = `${DRAFT}:new`;
  return (
    <FormPage title={MANAGE_ALERTS.createTitle} meta={FORM.allRequired} backHref="/admin/home">
      <StoredForm draftId={draftId}>
        {(stored) => <AlertForm draftId={draftId} stored={stored} row={null} />}
      </StoredForm>
    </FormPage>
  );
}

/** `address`: the alert's id on the server or, before it has one, its key here. `editing`: the change that is corrected. */
export function EditAlertScreen({ address, editing }: { address: string; editing: string | null }) {
  if (editing !== null) return <CorrectAlertScreen commandId={editing} title={MANAGE_ALERTS.editTitle} />;
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
          {(stored, draftId) => <AlertForm draftId={draftId} stored={stored} row={row} isGone={isGone} />}
        </StoredForm>
      )}
    </EditedRow>
  );
}

function CorrectAlertScreen(props: { commandId: string; title: string }) {
  return (
    <CorrectedRow collection="alerts" {...props}>
      {({ correcting, ...kept }) => <AlertForm {...kept} row={correcting.row} correcting={correcting} />}
    </CorrectedRow>
  );
}
