import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { activeOrganizations } from '#mirror/questions/people.ts';
import { Button } from '#ui/actions/button.tsx';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { saveProfile } from '../../online/save-profile.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useClosedWhile } from '../../shared/form/use-sending.ts';
import { useUnsentOptions } from '../../shared/form/unsent-options.ts';
import { sectorOptions } from '../../shared/form/sector-options.ts';
import { PROFILE } from '../../text/profile.ts';
import { type Account, changesOf, isOtherEmail, missingInAccount, passwordProblem } from './account.ts';
import { PasswordFields, type Passwords } from './password-fields.tsx';
import { PhotoField } from './photo-field.tsx';
import { ProfileFooter } from './profile-footer.tsx';
import styles from './profile-screen.module.css';
import { usePicture } from './use-picture.ts';
import { useSave } from './use-save.ts';
import { PROFILE_DRAFTS, useTyped } from './use-typed.ts';

const NO_PASSWORDS: Passwords = { password: '', repeat: '' };

/**
 * The person's own account: who they are, their password, or both in one form, as the layout of their role has it. Only a
 * Super Admin chooses the own sector.
 */
export function AccountForm(props: { hasPerson: boolean; hasPassword: boolean; stored: StoredDraft }) {
  const { hasPerson, hasPassword } = props;
  const { mirror, session, person } = useProfile();
  const { name, last_name, email, organization_id } = session;
  const values: Account = { name, last_name, email, organization_id };
  const typed = useTyped({ id: PROFILE_DRAFTS.account, stored: props.stored, values });
  const [passwords, setPasswords] = useState(NO_PASSWORDS);
  const [current, setCurrent] = useState('');
  const [isRemoved, setRemoved] = useState(false);
  const picture = usePicture();
  const save = useSave();
  const [done, setDone] = useState<{ title: string; detail: string | null } | null>(null);
  const form = useClosedWhile<HTMLFormElement>(save.isSaving);

  const { fields } = typed;
  const changes = hasPerson ? changesOf(values, fields) : {};
  const problem = hasPassword ? passwordProblem({ ...passwords, email: fields.email }) : null;
  const hasNewPassword = hasPassword && passwords.password !== '';
  const movesEmail = hasPerson && isOtherEmail(email, fields.email);
  const missing = [
    ...(hasPerson ? missingInAccount(fields) : []),
    ...(movesEmail && current === '' ? ['senha atual'] : []),
    // The server takes no account out of its sector.
    ...('organization_id' in changes && fields.organization_id === null ? ['setor'] : []),
    ...(problem === null ? [] : [problem.field === 'password' ? 'uma senha válida' : 'repetir a senha']),
    ...(!hasPerson && !hasNewPassword && problem === null ? ['nova senha'] : []),
  ];
  const isOtherwiseChanged = Object.keys(changes).length > 0 || picture.file !== null || isRemoved;

  async function submit() {
    const content = {
      ...changes,
      ...(isRemoved ? { delete_image: true } : {}),
      ...(hasNewPassword ? { password: passwords.password, password_confirmation: passwords.repeat } : {}),
      ...(movesEmail ? { password_current: current } : {}),
      image: picture.file,
    };
    const isSaved = await save.run(content, (key) => saveProfile({ mirror, session, key }, content));
    if (!isSaved) return;
    if (hasPerson) await typed.reset();
    picture.clear();
    setRemoved(false);
    setPasswords(NO_PASSWORDS);
    setCurrent('');
    setDone({
      title: hasNewPassword ? PROFILE.passwordSaved : PROFILE.changesSaved,
      detail: hasNewPassword && isOtherwiseChanged ? PROFILE.alsoSaved : null,
    });
  }

  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={styles.card}>
        {hasPerson ? (
          <>
            <PhotoField
              picture={picture}
              isRemoved={isRemoved}
              onRemoved={setRemoved}
              errors={save.errors['image'] ?? []}
            />
            <PersonFields account={fields} onChange={typed.change} errors={save.errors} hasSector={person.superAdmin} />
            {movesEmail ? (
              <PasswordField
                label={PROFILE.current}
                name="password_current"
                autoComplete="current-password"
                description={PROFILE.currentHint}
                error={save.errors['password_current']?.join(' ')}
                value={current}
                onChange={setCurrent}
              />
            ) : null}
          </>
        ) : null}
        {hasPassword ? (
          <PasswordFields value={passwords} onChange={setPasswords} problem={problem} errors={save.errors} />
        ) : null}
        {hasPerson && !person.superAdmin ? <GivenFacts /> : null}
      </div>
      <ProfileFooter save={save} missing={missing} isChanged={isOtherwiseChanged || hasNewPassword} />
      {done === null ? null : (
        <Dialog
          isOpen
          onClose={() => setDone(null)}
          title={done.title}
          icon={CircleCheck}
          iconTone="ok"
          size="sm"
          footer={({ close }) => (
            <Button variant="primary" autoFocus onPress={close}>
              {PROFILE.close}
            </Button>
          )}
        >
          {done.detail}
        </Dialog>
      )}
    </form>
  );
}

function PersonFields(props: {
  account: Account;
  onChange: (part: Partial<Account>) => void;
  errors: Readonly<Record<string, readonly string[]>>;
  hasSector: boolean;
}) {
  const { account, onChange, errors, hasSector } = props;
  const { mirror } = useProfile();
  const sectors = useLiveQuery(() => activeOrganizations(mirror), [mirror]) ?? [];
  const unsent = useUnsentOptions('organizations');
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={PROFILE.name}
          name="name"
          autoComplete="given-name"
          isRequired
          error={errors['name']?.join(' ')}
          value={account.name}
          onChange={(name) => onChange({ name })}
        />
        <TextField
          label={PROFILE.lastName}
          name="last_name"
          autoComplete="family-name"
          isRequired
          error={errors['last_name']?.join(' ')}
          value={account.last_name}
          onChange={(last_name) => onChange({ last_name })}
        />
      </div>
      {hasSector ? (
        <ComboBox
          label={PROFILE.sector}
          placeholder={PROFILE.sectorPlaceholder}
          error={errors['organization_id']?.join(' ')}
          options={[...sectorOptions(sectors), ...unsent]}
          value={account.organization_id === null ? null : String(account.organization_id)}
          onChange={(id) => onChange({ organization_id: id === null ? null : Number(id) })}
        />
      ) : null}
      <TextField
        label={PROFILE.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        isRequired
        description={PROFILE.emailHint}
        error={errors['email']?.join(' ')}
        value={account.email}
        onChange={(email) => onChange({ email })}
      />
    </>
  );
}

/** Role and sector, which the person does not change. */
function GivenFacts() {
  const { session } = useProfile();
  return (
    <div className={styles.given}>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt>{PROFILE.role}</dt>
          <dd>{session.roles[0]?.name ?? ''}</dd>
        </div>
        <div className={styles.fact}>
          <dt>{PROFILE.sector}</dt>
          <dd>{session.organization?.name ?? PROFILE.noSector}</dd>
        </div>
      </dl>
      <p className={styles.hint}>{PROFILE.notYours}</p>
    </div>
  );
}
