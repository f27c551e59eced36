import { SUPER_ADMIN } from '#domain/permissions.ts';
import { Link } from '#ui/actions/link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { UserPlus, UserX } from 'lucide-react';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { type Inviting, INVITING } from '#contract/reference-writes.ts';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CorrectedRow } from '../../acts/rows/corrected-row.tsx';
import type { Correcting } from '../../acts/rows/form-row.ts';
import { type FoundRow, useRowAt } from '../../acts/rows/use-row-at.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { FormPage } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { FORM } from '../../text/manage/manage.ts';
import { USER_FORM, waitingSectorsText } from '../../text/manage/users.ts';
import { createUser, type NewUser } from '../../online/people.ts';
import { ManageFormBody } from '../../shared/manage/manage-form.tsx';
import { useManageForm } from '../../shared/manage/use-manage-form.ts';
import { sectorOptions } from '../../shared/form/sector-options.ts';
import { EditUserForm } from './edit-user-form.tsx';
import {
  useChoices,
  type UserChoices,
  notSaved,
  useSamePress,
  EMPTY_USER,
  missingOfPassword,
  missingOfUser,
  USER_PLACES,
  type UserFields,
} from './user-fields.ts';
import { AccessCard, PersonCard, SectorCard } from './user-cards.tsx';

const LIST = '/admin/manage-users';
const INVITATIONS = '/admin/import';
/**
 * The ways in which a new person can get in. A server with the product's own calls alone sends no
 * invitation, so there only the password remains (S113).
 */
const ENTRIES = ['password', ...INVITING] as const;

/**
 * A new person. They are created online, because their first password waits in no queue (rule E4).
 */
function CreateUserForm(props: { draftId: string; stored: StoredDraft; choices: UserChoices }) {
  const { draftId, stored, choices } = props;
  const { session, sync } = useProfile();
  const { isOffline } = useConnection();
  const navigate = useNavigate();
  const keyOf = useSamePress();
  const [password, setPassword] = useState('');
  const [entry, setEntry] = useState<'password' | Inviting>('password');
  const [onlySector] = choices.sectors.length === 1 ? choices.sectors : [];
  const form = useManageForm<UserFields>({
    draftId,
    stored,
    values: { ...EMPTY_USER, organization_id: onlySector?.id ?? null },
    missingOf: (fields) => [
      ...missingOfUser(fields, null),
      ...(entry === 'password' ? missingOfPassword(password, true) : []),
    ],
  });
  const { fields } = form;

  async function send() {
    const { role_id, organization_id, ...rest } = fields;
    if (role_id === null || organization_id === null) return;
    const access = entry === 'password' ? { password } : { invite: entry };
    const { job_title, registration, ...named } = rest;
    const office = session.rev === undefined ? {} : { job_title, registration };
    const user: NewUser = { ...named, ...office, ...access, roles: [role_id], organization_id };
    await form.submit(async () => {
      const saved = await createUser(user, { actorId: session.id, key: keyOf(user) });
      if (saved.kind !== 'done') return notSaved(saved, USER_FORM.lost);
      setPassword('');
      sync.pullNow();
      notify({ title: USER_FORM.created });
      void navigate({ href: entry === 'slip' ? INVITATIONS : LIST });
      return { kind: 'done' };
    });
  }

  return (
    <ManageFormBody
      form={form}
      fields={USER_PLACES}
      submitLabel={isOffline ? USER_FORM.needsNetwork : FORM.create}
      submitIcon={UserPlus}
      blocked={isOffline ? FORM.connection : undefined}
      cancelHref={LIST}
      onSubmit={() => void send()}
    >
      <PersonCard form={form} emailLock={undefined} />
      <AccessCard
        form={form}
        entry={
          session.rev === undefined ? undefined : (
            <RadioGroup
              label={USER_FORM.entry}
              value={entry}
              onChange={(value) => setEntry(ENTRIES.find((one) => one === value) ?? 'password')}
              options={ENTRIES.map((one) => ({ value: one, ...USER_FORM.entries[one] }))}
            />
          )
        }
        isInvited={entry !== 'password'}
        password={{ value: password, onChange: setPassword, lock: undefined, isNew: true }}
        role={{
          options: choices.assignable,
          chosen: choices.assignable.find((role) => role.id === fields.role_id),
          lock: undefined,
        }}
      />
      <SectorCard
        form={form}
        statusLock={undefined}
        picker={
          <ComboBox
            label={USER_FORM.sector}
            placeholder={USER_FORM.sectorPlaceholder}
            options={[...sectorOptions(choices.sectors), ...choices.waitingSectors]}
            value={fields.organization_id === null ? null : String(fields.organization_id)}
            onChange={(id) => form.change({ organization_id: id === null ? null : Number(id) })}
            error={form.errorOf('organization_id')}
            description={sectorHint(choices, session.organization_id)}
            isRequired
          />
        }
      />
    </ManageFormBody>
  );
}

function sectorHint({ sectors, waitingSectors }: UserChoices, own: number | null): string | undefined {
  if (waitingSectors.length > 0) return waitingSectorsText(waitingSectors.map((sector) => sector.text));
  return sectors.length === 1 && sectors[0]?.id === own ? USER_FORM.ownSectorOnly : undefined;
}

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

/**
 * Why a change of a person can't be corrected: the person has moved to another sector. Then this
 * device no longer gets their e-mail, and the server refuses an edit (rule B2). Null when it can be
 * corrected.
 */
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

/**
 * Whether this person manages the one found. The server sends an e-mail address only to those who
 * manage its owner. Super Admins are managed by Super Admins alone (rule B2).
 */
function isManaged(
  found: FoundRow<'users'>,
  superAdmin: boolean,
): found is Extract<FoundRow<'users'>, { state: 'found' }> {
  if (found.state !== 'found') return false;
  const { email, role } = found.row.data;
  return email !== undefined && (superAdmin || role !== SUPER_ADMIN);
}
