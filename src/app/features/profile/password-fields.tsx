import { PasswordField } from '#ui/fields/password-field.tsx';
import { passwordProblemText, PROFILE } from '../../text/profile.ts';
import type { PasswordProblem } from './account.ts';

export type Passwords = { readonly password: string; readonly repeat: string };

/** A new password and its repetition. The repetition is judged once it is as long as the password. */
export function PasswordFields(props: {
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
