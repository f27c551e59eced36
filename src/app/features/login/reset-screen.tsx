import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { judgePassword } from '#domain/passwords.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/actions/button.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useBrowserOnline } from '../../device/use-browser-online.ts';
import { resetPassword } from '../../online/recover-password.ts';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import { LOGIN, RESET } from '../../text/person/login.ts';
import styles from './login-screen.module.css';
import { OfflineNotice, PublicFrame } from './public-frame.tsx';

/** The form for a new password, opened from the e-mail's link; after it the login opens. */
export function ResetScreen({ token, email }: { token: string; email: string }) {
  const online = useBrowserOnline();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const refusal = judgePassword(password, email);
  const isReady = refusal === null && password === repeat && online;

  async function create(event: FormEvent) {
    event.preventDefault();
    if (!isReady || busy) return;
    setBusy(true);
    setProblem('');
    const result = await resetPassword({ token, email, password });
    if (result.kind === 'done') {
      notify({ title: RESET.done, tone: 'ok' });
      await navigate({ to: '/login', state: { email } });
      return;
    }
    setBusy(false);
    setProblem(result.kind === 'offline' ? LOGIN.offlineAnswer : result.message);
  }

  return (
    <PublicFrame isWaiting={busy}>
      {online ? null : <OfflineNotice>{RESET.offline}</OfflineNotice>}
      <ScreenHeading windowTitle={RESET.title}>{RESET.title}</ScreenHeading>
      <p className={styles.needed}>{RESET.needed}</p>
      <form className={styles.form} onSubmit={(event) => void create(event)} noValidate>
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={RESET.password}
          name="password"
          autoComplete="new-password"
          placeholder={RESET.placeholder}
          size="lg"
          value={password}
          onChange={setPassword}
          error={password === '' || refusal === null ? null : REFUSAL_TEXT[refusal.code]}
        />
        <PasswordField
          label={RESET.repeat}
          name="password_confirmation"
          autoComplete="new-password"
          placeholder={RESET.placeholder}
          size="lg"
          value={repeat}
          onChange={setRepeat}
          error={repeat !== '' && repeat.length >= password.length && repeat !== password ? RESET.differ : null}
        />
        {problem === '' ? null : (
          <Banner tone="danger" role="alert">
            {problem}
          </Banner>
        )}
        <Button type="submit" variant="primary" size="lg" isWide isDisabled={!isReady} isPending={busy}>
          {RESET.create}
        </Button>
      </form>
    </PublicFrame>
  );
}
