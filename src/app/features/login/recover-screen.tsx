import { isBlank } from '#domain/text.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type FormEvent, useState } from 'react';
import { useBrowserOnline } from '../../device/use-browser-online.ts';
import { forgotPassword } from '../../online/recover-password.ts';
import { afterTry, HumanCheck, lacksTick, UNCHECKED } from '../../shared/form/human-check.tsx';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import { LOGIN, missingText, RECOVER } from '../../text/person/login.ts';
import styles from './login-screen.module.css';
import { OfflineNotice, PublicFrame } from './public-frame.tsx';

/** The form for a recovery link; the answer never shows whether the account exists. */
export function RecoverScreen() {
  const online = useBrowserOnline();
  const [email, setEmail] = useState('');
  const [check, setCheck] = useState(UNCHECKED);
  const [state, setState] = useState<{ kind: 'idle' | 'busy' | 'done' } | { kind: 'problem'; message: string }>({
    kind: 'idle',
  });

  async function ask(event: FormEvent) {
    event.preventDefault();
    if (lacks.length > 0 || check.isRunning || !online) return;
    setState({ kind: 'busy' });
    const result = await forgotPassword({ email: email.trim(), token: check.token });
    setCheck(afterTry);
    if (result.kind === 'done') setState({ kind: 'done' });
    else setState({ kind: 'problem', message: result.kind === 'offline' ? LOGIN.offlineAnswer : result.message });
  }

  const lacks = [...(isBlank(email) ? [LOGIN.lacks.email] : []), ...(lacksTick(check) ? [LOGIN.lacks.human] : [])];
  return (
    <PublicFrame isWaiting={state.kind === 'busy'}>
      {online ? null : <OfflineNotice>{RECOVER.offline}</OfflineNotice>}
      <Link href="/login" tone="action">
        {RECOVER.back}
      </Link>
      <ScreenHeading windowTitle={RECOVER.title}>{RECOVER.title}</ScreenHeading>
      <p className={styles.needed}>{RECOVER.hint}</p>
      <form className={styles.form} onSubmit={(event) => void ask(event)} noValidate>
        <TextField
          label={LOGIN.email}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          size="lg"
          value={email}
          onChange={setEmail}
        />
        <HumanCheck
          key={check.round}
          isBegun={email !== '' && state.kind !== 'done'}
          obstacle={online ? null : RECOVER.offline}
          onCheck={(next) => setCheck((before) => ({ ...before, ...next }))}
        />
        {state.kind === 'problem' ? (
          <Banner tone="danger" role="alert">
            {state.message}
          </Banner>
        ) : null}
        {state.kind === 'done' ? (
          <Banner tone="ok" role="status">
            {RECOVER.done}
          </Banner>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isWide
          isDisabled={lacks.length > 0 || check.isRunning || !online}
          isPending={state.kind === 'busy'}
        >
          {RECOVER.ask}
        </Button>
        {online && state.kind !== 'done' && lacks.length > 0 ? (
          <p className={styles.missing}>{missingText(lacks)}</p>
        ) : null}
      </form>
    </PublicFrame>
  );
}
