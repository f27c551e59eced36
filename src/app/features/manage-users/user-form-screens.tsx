import { SUPER_ADMIN } from '#domain/permissions.ts';
import { Link } from '#ui/actions/link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { UserX } from 'lucide-react';
import { CorrectedRow } from '../../acts/rows/corrected-row.tsx';
import type { Correcting } from '../../acts/rows/form-row.ts';
import { type FoundRow, useRowAt } from '../../acts/rows/use-row-at.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { FormPage } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { FORM } from '../../text/manage-form.ts';
import { USER_FORM } from '../../text/users.ts';
import { CreateUserForm } from './create-user-form.tsx';
import { EditUserForm } from './edit-user-form.tsx';
import { useChoices } from './use-choices.ts';

const DRAFT = 'manage:users';

export function CreateUserScreen() {
  const choices = useChoices();
  const { isOffline } = useConnection();
  const draftId = `${DRAFT}:new`;
  return (
    <FormPage
      title={USER_FORM.createTitle}
      meta={USER_FORM.createMeta}
      backHref="/admin/home"
      notice={isOffline ? USER_FORM.offlineCreate : undefined}
    >
      {choices === undefined ? (
        <SkeletonRows label={FORM.loading} count={3} />
      ) : (
        <StoredForm draftId={draftId}>
          {(stored) => <CreateUserForm draftId={draftId} stored={stored} choices={choices} />}
        </StoredForm>
      )}
    </FormPage>
  );
}

/** `address`: the person's id on the server. `editing`: the change that is corrected. */
export function EditUserScreen({ address, editing }: { address: string; editing: string | null }) {
  return editing === null ? <UserAt address={address} /> : <CorrectUserScreen commandId={editing} />;
}

function CorrectUserScreen({ commandId }: { commandId: string }) {
  const choices = useChoices();
  return (
    <CorrectedRow collection="users" commandId={commandId} title={USER_FORM.editTitle} hindranceOf={notManagedNow}>
      {({ correcting, ...kept }) =>
        choices === undefined ? (
          <SkeletonRows label={FORM.loading} count={3} />
        ) : (
          <EditUserForm {...kept} row={correcting.row} correcting={correcting} choices={choices} />
        )
      }
    </CorrectedRow>
  );
}

/** A person who went to another sector meanwhile: this device has no e-mail any more, and the server takes no edit (rule B2). */
function notManagedNow({ before }: Correcting<'users'>) {
  const isManagedYet = before?.email !== undefined;
  return isManagedYet ? null : { title: USER_FORM.notManagedNow, detail: USER_FORM.notManagedNowDetail };
}

function UserAt({ address }: { address: string }) {
  const found = useRowAt('users', address);
  const choices = useChoices();
  const { isOffline } = useConnection();
  const { person } = useProfile();
  return (
    <FormPage
      title={USER_FORM.editTitle}
      meta={found.row?.name}
      backHref="/admin/home"
      notice={isOffline ? USER_FORM.offlineEdit : undefined}
    >
      {found.state === 'reading' || choices === undefined ? (
        <SkeletonRows label={FORM.loading} count={3} />
      ) : isManaged(found, person.superAdmin) ? (
        <StoredForm draftId={`${DRAFT}:${found.row.key}`}>
          {(stored) => (
            <EditUserForm draftId={`${DRAFT}:${found.row.key}`} stored={stored} row={found.row} choices={choices} />
          )}
        </StoredForm>
      ) : (
        <EmptyState
          icon={UserX}
          title={found.state === 'deleted' ? USER_FORM.gone : USER_FORM.notHere}
          action={<Link href="/admin/manage-users">{USER_FORM.toList}</Link>}
        >
          {found.state === 'deleted' ? USER_FORM.goneDetail : USER_FORM.notHereDetail}
        </EmptyState>
      )}
    </FormPage>
  );
}

/** The e-mail comes only to those who manage the person; a Super Admin is managed by Super Admins (rule B2). */
function isManaged(
  found: FoundRow<'users'>,
  superAdmin: boolean,
): found is Extract<FoundRow<'users'>, { state: 'found' }> {
  if (found.state !== 'found') return false;
  const { email, role } = found.row.data;
  return email !== undefined && (superAdmin || role !== SUPER_ADMIN);
}
