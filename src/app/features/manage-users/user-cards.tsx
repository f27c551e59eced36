import { JOB_TITLE_MAX, REGISTRATION_MAX } from '#contract/reference-writes.ts';
import { useProfile } from '../../profile/profile.tsx';
import type { RoleRow } from '#contract/reference-data.ts';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormCard, FormPair } from '../../shared/manage/form-frame.tsx';
import { FormField } from '../../shared/manage/manage-form.tsx';
import { StatusField } from '../../shared/manage/status-field.tsx';
import type { ManageForm } from '../../shared/manage/use-manage-form.ts';
import { roleNoteTitle, USER_FORM } from '../../text/manage/users.ts';
import { sentencesOf, type UserFields } from './user-fields.ts';
import styles from './user-form.module.css';

type Form = ManageForm<UserFields>;

/** Name, surname and e-mail. `emailLock`: why the e-mail can't be changed. */
export function PersonCard({ form, emailLock }: { form: Form; emailLock: string | undefined }) {
  const { fields, change, errorOf } = form;
  return (
    <FormCard
      title={USER_FORM.person}
      note={
        <>
          <b>{USER_FORM.emailNoteTitle}</b>
          <p>{USER_FORM.emailNote}</p>
        </>
      }
    >
      <FormPair>
        <FormField name="name">
          <TextField
            label={USER_FORM.name}
            value={fields.name}
            onChange={(name) => change({ name })}
            error={errorOf('name')}
            autoComplete="off"
            maxLength={255}
            isRequired
          />
        </FormField>
        <FormField name="last_name">
          <TextField
            label={USER_FORM.lastName}
            value={fields.last_name}
            onChange={(last_name) => change({ last_name })}
            error={errorOf('last_name')}
            autoComplete="off"
            maxLength={255}
            isRequired
          />
        </FormField>
      </FormPair>
      <FormField name="email">
        <TextField
          label={USER_FORM.email}
          type="email"
          value={fields.email}
          onChange={(email) => change({ email })}
          error={errorOf('email')}
          description={emailLock}
          isReadOnly={emailLock !== undefined}
          autoComplete="off"
          spellCheck="false"
          maxLength={255}
          isRequired
        />
      </FormField>
      <OfficeFields form={form} />
    </FormCard>
  );
}

/**
 * The fields of job title and registration. A server with the product's own calls alone stores
 * neither (S113).
 */
function OfficeFields({ form: { fields, change, errorOf } }: { form: Form }) {
  const { session } = useProfile();
  if (session.rev === undefined) return null;
  return (
    <FormPair>
      <FormField name="job_title">
        <TextField
          label={USER_FORM.jobTitle}
          value={fields.job_title}
          onChange={(job_title) => change({ job_title })}
          error={errorOf('job_title')}
          description={USER_FORM.jobTitleHint}
          autoComplete="off"
          maxLength={JOB_TITLE_MAX}
        />
      </FormField>
      <FormField name="registration">
        <TextField
          label={USER_FORM.registration}
          value={fields.registration}
          onChange={(registration) => change({ registration })}
          error={errorOf('registration')}
          description={USER_FORM.registrationHint}
          autoComplete="off"
          maxLength={REGISTRATION_MAX}
        />
      </FormField>
    </FormPair>
  );
}

type AccessProps = {
  form: Form;
  /** The choice of how a new person gets in: by a first password or by an invitation. */
  entry?: ReactNode;
  isInvited?: boolean;
  password: { value: string; onChange: (password: string) => void; lock: string | undefined; isNew: boolean };
  role: { options: readonly RoleRow[]; chosen: RoleRow | undefined; lock: string | undefined };
};

/** The card with password and role. */
export function AccessCard({ form, password, role, entry, isInvited = false }: AccessProps) {
  const { change, errorOf } = form;
  return (
    <FormCard title={USER_FORM.access} note={role.chosen === undefined ? undefined : <RoleNote role={role.chosen} />}>
      {entry}
      <FormPair>
        {isInvited ? null : (
          <FormField name="password">
            <PasswordField
              label={password.isNew ? USER_FORM.password : USER_FORM.newPassword}
              value={password.value}
              onChange={password.onChange}
              autoComplete="new-password"
              placeholder={USER_FORM.passwordPlaceholder}
              error={errorOf('password')}
              description={password.lock ?? (password.isNew ? USER_FORM.passwordHint : USER_FORM.newPasswordHint)}
              isDisabled={password.lock !== undefined}
            />
          </FormField>
        )}
        <FormField name="roles">
          <Select
            label={USER_FORM.role}
            placeholder={USER_FORM.rolePlaceholder}
            options={role.options.map(({ id, name }) => ({ id: String(id), text: name }))}
            value={form.fields.role_id === null ? null : String(form.fields.role_id)}
            onChange={(id) => change({ role_id: Number(id) })}
            error={errorOf('roles')}
            description={role.lock ?? (password.isNew ? USER_FORM.roleHint : USER_FORM.roleReplaces)}
            isDisabled={role.lock !== undefined}
          />
        </FormField>
      </FormPair>
    </FormCard>
  );
}

function RoleNote({ role }: { role: RoleRow }) {
  return (
    <>
      <b>{roleNoteTitle(role.name)}</b>
      <ul className={styles.role}>
        {sentencesOf(role).map(({ may, text }) => (
          <li key={text}>
            {may ? (
              <Check size={16} strokeWidth={2} aria-hidden className={styles.may} />
            ) : (
              <Minus size={16} aria-hidden />
            )}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Sector and status. `picker`: the field of the sector, searchable or plain. */
export function SectorCard(props: { form: Form; picker: ReactNode; statusLock: string | undefined }) {
  return (
    <FormCard title={USER_FORM.sectorAndStatus} note={USER_FORM.statusNote}>
      <FormPair>
        <FormField name="organization_id">{props.picker}</FormField>
        <StatusField form={props.form} reason={props.statusLock} hasLabel />
      </FormPair>
    </FormCard>
  );
}
