import { countOfSubject } from '#mirror/questions/count-of-subject.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { EditedRow } from '../../acts/rows/edited-row.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { FormPage } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { SUBJECTS, usedText } from '../../text/document-subjects.ts';
import { SubjectForm } from './subject-form.tsx';

const DRAFT = 'manage:document_subjects';

export function CreateSubjectScreen() {
  const draftId = `${DRAFT}:new`;
  return (
    <FormPage title={SUBJECTS.createTitle} phoneTitle={SUBJECTS.create} backHref="/admin/home">
      <StoredForm draftId={draftId}>
        {(stored) => <SubjectForm draftId={draftId} stored={stored} row={null} />}
      </StoredForm>
    </FormPage>
  );
}

/** `address`: the subject's id on the server or, before it has one, its key on this device. */
export function EditSubjectScreen({ address }: { address: string }) {
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
          {(stored) => <SubjectForm draftId={`${DRAFT}:${row.key}`} stored={stored} row={row} isGone={isGone} />}
        </StoredForm>
      )}
    </EditedRow>
  );
}

/** How many documents of this device have the subject. */
function Used({ serverId }: { serverId: number | null }) {
  const { mirror } = useProfile();
  const used = useLiveQuery(async () => (serverId === null ? 0 : countOfSubject(mirror, serverId)), [mirror, serverId]);
  return used === undefined ? null : usedText(used);
}
