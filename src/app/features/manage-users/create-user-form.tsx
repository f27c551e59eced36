import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { useNavigate } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { createUser, type NewUser } from '../../online/save-user.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { ManageFormBody } from '../../shared/manage/manage-form.tsx';
import { useManageForm } from '../../shared/manage/use-manage-form.ts';
import { FORM } from '../../text/manage-form.ts';
import { sectorOptions } from '../../shared/form/sector-options.ts';
import { USER_FORM, waitingSectorsText } from '../../text/users.ts';
import { notSaved } from './not-saved.ts';
import { type UserChoices } from './use-choices.ts';
import { useSamePress } from './use-same-press.ts';
import { AccessCard, PersonCard, SectorCard } from './user-cards.tsx';
import { EMPTY_USER, missingOfPassword, missingOfUser, USER_PLACES, type UserFields } from './user-fields.ts';

const LIST = '/admin/manage-users';

/** A new person. They are created online, because their first password waits in no queue (rule E4). */
export function CreateUserForm(props: { draftId: string; stored: StoredDraft; choices: UserChoices }) {
  const { draftId, stored, choices } = props;
  const { session, sync } = useProfile();
  const { isOffline } = useConnection();
  const navigate = useNavigate();
  const keyOf = useSamePress();
  const [password, setPassword] = useState('');
  const [onlySector] = choices.sectors.length === 1 ? choices.sectors : [];
  const form = useManageForm<UserFields>({
    draftId,
    stored,
    values: { ...EMPTY_USER, organization_id: onlySector?.id ?? null },
    missingOf: (fields) => [...missingOfUser(fields, null), ...missingOfPassword(password, true)],
  });
  const { fields } = form;

  async function send() {
    const { role_id, organization_id, ...rest } = fields;
    if (role_id === null || organization_id === null) return;
    const user: NewUser = { ...rest, password, roles: [role_id], organization_id };
    await form.submit(async () => {
      const saved = await createUser(user, { actorId: session.id, key: keyOf(user) });
      if (saved.kind !== 'done') return notSaved(saved, USER_FORM.lost);
      setPassword('');
      sync.pullNow();
      notify({ title: USER_FORM.created });
      void navigate({ href: LIST });
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
