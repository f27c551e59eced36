import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { activeOrganizations } from '#mirror/questions/people.ts';
import { Button } from '#ui/actions/button.tsx';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Camera, CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { saveProfile } from '../../online/save-profile.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useClosedWhile } from '../../shared/form/use-sending.ts';
import { useUnsentOptions, sectorOptions } from '../../shared/form/sector-options.ts';
import { passwordProblemText, PROFILE } from '../../text/person/profile.ts';
import { FileProblems } from '../../shared/files/file-problems.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import {
  type Account,
  changesOf,
  isOtherEmail,
  missingInAccount,
  passwordProblem,
  type PasswordProblem,
  ProfileFooter,
  useSave,
  PROFILE_DRAFTS,
  useTyped,
} from './profile-form.tsx';
import styles from './profile-screen.module.css';
import { IMAGE_EXTENSIONS, IMAGE_TYPES, type Picture, usePicture } from './use-picture.ts';

/**
 * The photo, with buttons to change and remove it. Removing asks first. Either counts only once the
 * form is saved.
 */
function PhotoField(props: {
  picture: Picture;
  isRemoved: boolean;
  onRemoved: (isRemoved: boolean) => void;
  errors: readonly string[];
}) {
  const { picture, isRemoved, onRemoved, errors } = props;
  const { session } = useProfile();
  const [isAsking, setAsking] = useState(false);
  const problemsId = useId();
  const image = picture.shown ?? (isRemoved ? null : session.image);
  const problems = picture.problem === null ? errors : [picture.problem];
  return (
    <div className={styles.picture} role="group" aria-label={PROFILE.photo}>
      <PersonAvatar person={{ ...session, image }} size={88} isSelf />
      <div className={styles.pictureActs}>
        <FilePicker
          label={session.image === null ? PROFILE.addPhoto : PROFILE.changePhoto}
          icon={Camera}
          extensions={IMAGE_EXTENSIONS}
          mimeTypes={IMAGE_TYPES}
          isMultiple={false}
          describedBy={problems.length > 0 ? problemsId : undefined}
          onPick={(files, rejected) => {
            picture.pick(files, rejected);
            if (files.length > 0) onRemoved(false);
          }}
        />
        {isRemoved ? (
          <p className={styles.hint}>
            {PROFILE.removing}{' '}
            <Button variant="quiet" size="sm" onPress={() => onRemoved(false)}>
              {PROFILE.undo}
            </Button>
          </p>
        ) : image === null ? null : (
          <Button variant="quiet" isStart onPress={() => setAsking(true)}>
            {PROFILE.removePhoto}
          </Button>
        )}
      </div>
      <div className={styles.pictureHint}>
        {problems.length > 0 ? (
          <FileProblems id={problemsId} sentences={problems} />
        ) : (
          <span>{PROFILE.imageKinds}</span>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={PROFILE.removeAsk}
        confirmLabel={PROFILE.yes}
        tone="danger"
        onConfirm={() => {
          picture.clear();
          if (session.image !== null) onRemoved(true);
        }}
      >
        {PROFILE.removeMeaning}
      </ConfirmDialog>
    </div>
  );
}

type Passwords = { readonly password: string; readonly repeat: string };

/**
 * A new password and its repetition. The repetition is judged once it is as long as the password.
 */
function PasswordFields(props: {
  value: Passwords;
  onChange: (value: Passwords) => void;
  problem: PasswordProblem | null;
  errors: Readonly<Record<string, readonly string[]>>;
}) {
  const { value, onChange, problem, errors } = props;
  const isTold = problem?.field === 'password' ? value.repeat !== '' : value.repeat.length >= value.password.length;
  const told = problem !== null && isTold ? passwordProblemText(problem.code) : undefined;
  return (
    <>
      <PasswordField
        label={PROFILE.password}
        name="password"
        autoComplete="new-password"
        placeholder={PROFILE.passwordPlaceholder}
        description={PROFILE.passwordMeaning}
        error={problem?.field === 'password' && told !== undefined ? told : errors['password']?.join(' ')}
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
      />
      <PasswordField
        label={PROFILE.repeat}
        name="password_confirmation"
        autoComplete="new-password"
        error={problem?.field === 'repeat' && told !== undefined ? told : errors['password_confirmation']?.join(' ')}
        value={value.repeat}
        onChange={(repeat) => onChange({ ...value, repeat })}
      />
    </>
  );
}

const NO_PASSWORDS: Passwords = { password: '', repeat: '' };

/**
 * The form of a person's own account: their data, their password, or both, by the layout of their
 * role. Only a Super Admin can choose their own sector.
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
    // The server does not accept an account without a sector.
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
