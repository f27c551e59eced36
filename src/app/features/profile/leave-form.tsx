import { Button } from '#ui/actions/button.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { useState } from 'react';
import { endOwnSessions } from '../../online/own-sessions.ts';
import { useProfile } from '../../profile/profile.tsx';
import { leavingText, SESSIONS } from '../../text/sessions.ts';
import styles from './sessions-card.module.css';

type LeaveProps = {
  /** The login that ends; null = all others. */
  readonly login: string | null;
  /** What the device of the login is called. */
  readonly device: string | null;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

/** Asks for the present password before other sessions end (S156), and ends them. */
export function LeaveForm({ login, device, onDone, onCancel }: LeaveProps) {
  const { session, commandContext } = useProfile();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function leave(): Promise<void> {
    setBusy(true);
    setError(undefined);
    const result = await endOwnSessions({ login, password, userId: session.id, key: commandContext.newId() });
    if (result.kind === 'done') return onDone();
    const said = result.kind === 'refused' ? Object.values(result.errors).flat().join(' ') : '';
    setError(said === '' ? SESSIONS.failed : said);
    setBusy(false);
  }

  return (
    <form
      noValidate
      className={styles.leave}
      aria-label={leavingText(device)}
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '' && !isBusy) void leave();
      }}
    >
      <b>{leavingText(device)}</b>
      <PasswordField
        label={SESSIONS.password}
        name="password_current"
        autoComplete="current-password"
        description={SESSIONS.passwordHint}
        error={error}
        autoFocus
        value={password}
        onChange={setPassword}
      />
      <div className={styles.answers}>
        <Button onPress={onCancel} isDisabled={isBusy}>
          {SESSIONS.cancel}
        </Button>
        <Button type="submit" variant="primary" isDisabled={password === ''} isPending={isBusy}>
          {SESSIONS.leave}
        </Button>
      </div>
    </form>
  );
}
