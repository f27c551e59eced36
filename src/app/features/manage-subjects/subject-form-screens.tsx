import { copyBoundOf } from '#mirror/questions/copy-bound.ts';
import { countOfSubject } from '#mirror/questions/count-of-subject.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { CorrectedRow } from '../../acts/rows/corrected-row.tsx';
import { EditedRow } from '../../acts/rows/edited-row.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { FormPage } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { SUBJECTS, usedHereText, usedText } from '../../text/document-subjects.ts';
import { SubjectForm } from './subject-form.tsx';

const DRAFT = 'manage:document_subjects';

/** `editing`: the creation that is corrected. */
export function CreateSubjectScreen({ editing }: { editing: string | null }) {
  if (editing !== null) return <CorrectSubjectScreen commandId={editing} title={SUBJECTS.createTitle} />;
  const draftId = `${DRAFT}:new`;
  return (
    <FormPage title={SUBJECTS.createTitle} phoneTitle={SUBJECTS.create} backHref="/admin/home">
      <StoredForm draftId={draftId}>
        {(stored) => <SubjectForm draftId={draftId} stored={stored} row={null} />}
      </StoredForm>
    </FormPage>
  );
}

/** `address`: the subject's id on the server or, before it has one, its key here. `editing`: the change that is corrected. */
export function EditSubjectScreen({ address, editing }: { address: string; editing: string | null }) {
  if (editing !== null) return <CorrectSubjectScreen commandId={editing} title={SUBJECTS.editTitle} />;
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
          {(stored, draftId) => <SubjectForm draftId={draftId} stored={stored} row={row} isGone={isGone} />}
        </StoredForm>
      )}
    </EditedRow>
  );
}

/** How many documents of this device have the subject. */
function Used({ serverId }: { serverId: number | null }) {
  const { mirror } = useProfile();
  const used = useLiveQuery(async () => (serverId === null ? 0 : countOfSubject(mirror, serverId)), [mirror, serverId]);
  const bound = useLiveQuery(() => copyBoundOf(mirror), [mirror]);
  if (used === undefined || bound === undefined) return null;
  return bound === null ? usedText(used) : usedHereText(used);
}

function CorrectSubjectScreen(props: { commandId: string; title: string }) {
  return (
    <CorrectedRow collection="document_subjects" {...props}>
      {({ correcting, ...kept }) => <SubjectForm {...kept} row={correcting.row} correcting={correcting} />}
    </CorrectedRow>
  );
}
