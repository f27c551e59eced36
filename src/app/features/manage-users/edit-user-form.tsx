import { canChangeAccount } from '#domain/permissions.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { Select } from '#ui/fields/select.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { cancelHrefOf, type Correcting, type FormRow } from '../../acts/rows/form-row.ts';
import { useSaveRow } from '../../acts/rows/use-save-row.ts';
import { changeAccess, type UserAccess } from '../../online/people.ts';
import { useProfile } from '../../profile/profile.tsx';
import { sectorOptions } from '../../shared/form/sector-options.ts';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { ManageFormBody } from '../../shared/manage/manage-form.tsx';
import { type FormOutcome, useManageForm } from '../../shared/manage/use-manage-form.ts';
import { FORM } from '../../text/manage/manage.ts';
import { USER_FORM, USERS } from '../../text/manage/users.ts';
import {
  notSaved,
  type UserChoices,
  useSamePress,
  missingOfPassword,
  missingOfUser,
  USER_PLACES,
  type UserFields,
} from './user-fields.ts';
import { AccessCard, PersonCard, SectorCard } from './user-cards.tsx';

const LIST = '/admin/manage-users';

type EditProps = {
  readonly draftId: string;
  readonly stored: StoredDraft;
  readonly row: FormRow<'users'>;
  readonly correcting?: Correcting<'users'> | undefined;
  readonly choices: UserChoices;
};

/**
 * The form that edits a person. Password and role go to the server at once and are never queued.
 * The other fields go through the outbox, so that they keep their order with waiting commands.
 */
export function EditUserForm({ draftId, stored, row, correcting, choices }: EditProps) {
  const { session } = useProfile();
  const { isOffline } = useConnection();
  const [password, setPassword] = useState('');
  const values = valuesOf(row, choices);
  const form = useManageForm<UserFields>({
    draftId,
    stored,
    values,
    missingOf: (fields) => [...missingOfUser(fields, values), ...missingOfPassword(password, false)],
    refused: correcting?.refused,
  });
  const send = useSend({ form, row, correcting, password, draftId });
  const { fields, changes } = form;
  const isOwn = row.serverId === session.id;
  const held = choices.roles.find((role) => role.name === row.data.role);
  const isHigher = !isOwn && held !== undefined && !canChangeAccount(session.roles, [held]);
  const needsNetwork = password !== '' || changes.role_id !== undefined;
  const roles =
    held === undefined || choices.assignable.includes(held) ? choices.assignable : [...choices.assignable, held];

  return (
    <ManageFormBody
      form={form}
      fields={USER_PLACES}
      submitLabel={isOffline && needsNetwork ? USER_FORM.needsNetwork : FORM.save}
      submitIcon={Check}
      isUnchanged={Object.keys(changes).length === 0 && password === ''}
      blocked={isOffline && needsNetwork ? FORM.connection : undefined}
      cancelHref={cancelHrefOf({ row, correcting }, LIST)}
      onSubmit={() => void send()}
    >
      <PersonCard form={form} emailLock={isHigher ? USER_FORM.higher : undefined} />
      <AccessCard
        form={form}
        password={{
          value: password,
          onChange: setPassword,
          lock: isHigher ? USER_FORM.higher : undefined,
          isNew: false,
        }}
        role={{
          options: roles,
          chosen: choices.roles.find((role) => role.id === fields.role_id),
          lock: isOwn
            ? USER_FORM.roleOwn
            : isHigher
              ? USER_FORM.roleHigher
              : isOffline
                ? USER_FORM.roleOnline
                : undefined,
        }}
      />
      <SectorCard
        form={form}
        statusLock={isOwn ? USERS.ownOff : isHigher ? USER_FORM.higher : undefined}
        picker={
          <Select
            label={USER_FORM.sector}
            placeholder={USER_FORM.sectorPlaceholder}
            options={choosableSectors(row, choices)}
            value={fields.organization_id === null ? null : String(fields.organization_id)}
            onChange={(id) => form.change({ organization_id: Number(id) })}
            error={form.errorOf('organization_id')}
          />
        }
      />
    </ManageFormBody>
  );
}

function valuesOf({ data }: FormRow<'users'>, { roles }: UserChoices): UserFields {
  return {
    name: data.name,
    last_name: data.last_name,
    email: data.email ?? '',
    job_title: data.job_title ?? '',
    registration: data.registration ?? '',
    role_id: roles.find((role) => role.name === data.role)?.id ?? null,
    organization_id: data.organization?.id ?? null,
    status: data.status,
  };
}

/**
 * The active sectors, and the person's own sector where it is inactive, because a person may stay
 * in it (rule B12).
 */
function choosableSectors({ data }: FormRow<'users'>, { sectors, waitingSectors }: UserChoices) {
  const own = data.organization;
  const isListed = own === null || sectors.some((sector) => sector.id === own.id);
  return [...sectorOptions(isListed ? sectors : [...sectors, own]), ...waitingSectors];
}

/** Saves first what needs the network, then the rest through the outbox. */
function useSend(at: {
  form: ReturnType<typeof useManageForm<UserFields>>;
  row: FormRow<'users'>;
  correcting: Correcting<'users'> | undefined;
  password: string;
  draftId: string;
}): () => Promise<void> {
  const { form, row, correcting, password, draftId } = at;
  const { session, sync } = useProfile();
  const saveRest = useSaveRow({ collection: 'users', draftId, done: USER_FORM.edited, row, correcting });
  const navigate = useNavigate();
  const keyOf = useSamePress();

  async function saveAccess(userId: number): Promise<FormOutcome> {
    const { role_id } = form.changes;
    const access: UserAccess = {
      ...(password === '' ? {} : { password }),
      ...(role_id === undefined || role_id === null ? {} : { roles: [role_id] }),
    };
    if (Object.keys(access).length === 0) return { kind: 'done' };
    const saved = await changeAccess({ userId, access }, { actorId: session.id, key: keyOf(access) });
    if (saved.kind !== 'done') return notSaved(saved, USER_FORM.lostEdit);
    sync.pullNow();
    return saved;
  }

  return () =>
    form.submit(async () => {
      const { serverId } = row;
      if (serverId === null) throw new Error('people are made on the server');
      const access = await saveAccess(serverId);
      if (access.kind === 'refused') return access;
      const { role_id: _role, ...rest } = form.changes;
      if (Object.keys(rest).length > 0) {
        const outcome = await saveRest({ edit: rest });
        if (outcome.kind === 'refused') return outcome;
      } else {
        notify({ title: USER_FORM.edited });
      }
      void navigate({ href: LIST });
      return { kind: 'done' };
    });
}
