import { isBlank } from '#domain/text.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Link } from '#ui/actions/link.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { Clock, CloudOff } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { login as Login } from '../../online/login.ts';
import { afterTry, HumanCheck, lacksTick, UNCHECKED } from '../../shared/form/human-check.tsx';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import { usePublicBody } from '../../shared/screen/use-public-body.ts';
import { nextTask } from '../../device/next-task.ts';
import { settleOwedLogout } from '../../online/settle-logout.ts';
import { useBrowserOnline } from '../../device/use-browser-online.ts';
import { useDeviceFacts } from '../../device/use-device-facts.ts';
import { keptNotice } from '../../text/person/kept-work.ts';
import { emailHint, LOGIN, missingText, SHARED_TEXT } from '../../text/person/login.ts';

import styles from './login-screen.module.css';
import { OfflineNotice, PublicFrame } from './public-frame.tsx';

/** Calls the login. Its code includes the mirror, so it is loaded only when it is needed. */
async function callLogin(...given: Parameters<typeof Login>) {
  const { login } = await import('../../online/login.ts');
  return login(...given);
}

/**
 * Systems end a phone's applications, and installed ones, by themselves: a person in the field must
 * not be locked out by that (S171). The query is that of use-layout-kind.ts, whose code belongs to
 * the home.
 */
const STAYS_IN = '(display-mode: standalone), (max-width: 425px), (max-height: 479px)';

function staysInByItself(): boolean {
  return matchMedia(STAYS_IN).matches;
}

/**
 * The parts of the login that only a shared tablet has; their words and icons are loaded there
 * alone.
 */
type OnSharedTablet = {
  /**
   * E-mail of the person who was chosen on the start of the tablet; null for a person who is not
   * listed there.
   */
  readonly email: string | null;
  /**
   * Parts of the screen: `back` before the heading, `who` in the place of the hint, `aside` beside
   * the form.
   */
  readonly back: ReactNode;
  readonly who: ReactNode;
  readonly aside: ReactNode;
  readonly onEntered: () => void;
};

/**
 * The login. 'entrar' is enabled once there are e-mail, password and a solved human check. `email`:
 * filled in after its person made a new password. `isShareLost`: another application shared files
 * while no person was logged in. `shared`: given on a shared tablet, where no person stays logged
 * in (S95).
 */
export function LoginScreen(props: {
  returnTo: string;
  isShareLost: boolean;
  email?: string | undefined;
  shared?: OnSharedTablet;
}) {
  const { returnTo, isShareLost, shared } = props;
  const hasEmail = (shared?.email ?? null) !== null;
  const { profiles } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const online = useBrowserOnline();
  const facts = useDeviceFacts();
  const last = facts?.lastPerson ?? null;
  const { name: bodyName } = usePublicBody();
  const isLogoutOwed = facts?.logoutOwed === true;
  const kept = keptNotice(facts?.keptWork ?? {});
  const [email, setEmail] = useState(shared?.email ?? props.email ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(() => shared === undefined && staysInByItself());
  const [check, setCheck] = useState(UNCHECKED);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const alert = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (problem !== '') alert.current?.focus();
  }, [problem]);

  // Ends the session of a person who left while the server could not be reached (S33).
  useEffect(() => void settleOwedLogout(), []);

  async function enter(event: FormEvent) {
    event.preventDefault();
    if (!isComplete) return;
    setBusy(true);
    setProblem('');
    const result = await callLogin(
      { email: email.trim(), password, remember, token: check.token ?? '' },
      {
        clock: Date.now,
        needsKey: shared !== undefined,
      },
    );
    if (result.kind === 'in') {
      shared?.onEntered();
      await profiles.close();
      await profiles.open(result.user.id);
      if (shared === undefined) void navigator.storage?.persist?.();
      // Opening the profile and going to its first screen are two tasks, so that neither blocks the
      // page for long.
      await nextTask();
      await navigate({ href: result.hasLost ? '/admin/outbox' : returnTo, replace: true });
      return;
    }
    endTry(result.kind === 'offline' ? LOGIN.offlineAnswer : result.message);
  }

  function endTry(told: string) {
    setBusy(false);
    setProblem(told);
    setCheck(afterTry);
  }

  // Code that was not loaded, or a database that does not answer. The person may try again.
  function failed(error: unknown) {
    endTry(LOGIN.failed);
    reportError(error);
  }

  async function continueOffline() {
    if (last !== null && (await profiles.open(last.userId)) !== null) await navigate({ href: returnTo, replace: true });
  }

  const lacks = [
    ...(isBlank(email) ? [LOGIN.lacks.email] : []),
    ...(password === '' ? [LOGIN.lacks.password] : []),
    ...(lacksTick(check) ? [LOGIN.lacks.human] : []),
  ];
  const isComplete = lacks.length === 0 && !check.isRunning && online && !busy;
  return (
    <PublicFrame isWaiting={busy} aside={shared?.aside}>
      {online ? null : (
        <OfflineNotice>
          <span>{facts?.wasClosed === true && shared === undefined ? LOGIN.wasClosed : LOGIN.offline}</span>
          {last === null || last.sessionEnded ? null : (
            <div className={styles.way}>
              <Button variant="quiet" isStart onPress={() => void continueOffline()}>
                Continuar sem internet como {last.name.split(' ')[0]}
              </Button>
            </div>
          )}
        </OfflineNotice>
      )}
      {online && isLogoutOwed ? (
        <div className={styles.offline}>
          <Banner tone="pencil" icon={CloudOff} title={LOGIN.owedTitle} role="status">
            {LOGIN.owed}
          </Banner>
        </div>
      ) : null}
      <div className={styles.head}>
        {shared?.back}
        <ScreenHeading windowTitle={LOGIN.title}>{LOGIN.title}</ScreenHeading>
      </div>
      {isShareLost ? (
        <div className={styles.kept}>
          <Banner tone="warn" title={SHARED_TEXT.lost} role="alert">
            {SHARED_TEXT.enterFirst}
          </Banner>
        </div>
      ) : null}
      {kept === null ? null : (
        <div className={styles.kept}>
          <Banner tone="pencil" icon={Clock} title={kept.title}>
            {kept.body}
          </Banner>
        </div>
      )}
      {shared?.who ?? <p className={styles.hint}>{emailHint(bodyName)}</p>}
      <form className={styles.form} onSubmit={(event) => void enter(event).catch(failed)} noValidate>
        {hasEmail ? null : (
          <TextField
            label={LOGIN.email}
            name="email"
            type="email"
            inputMode="email"
            autoComplete={shared === undefined ? 'username' : 'off'}
            size="lg"
            value={email}
            onChange={setEmail}
          />
        )}
        <PasswordField
          label={LOGIN.password}
          name="password"
          autoComplete={shared === undefined ? 'current-password' : 'off'}
          size="lg"
          value={password}
          onChange={setPassword}
        />
        <div className={styles.row}>
          {shared === undefined ? (
            <Checkbox name="remember" isSelected={remember} onChange={setRemember}>
              {LOGIN.remember}
            </Checkbox>
          ) : null}
          <Link href="/recover-password">{LOGIN.forgot}</Link>
        </div>
        <HumanCheck
          key={check.round}
          isBegun={(!hasEmail && email !== '') || password !== ''}
          obstacle={online ? (isLogoutOwed ? LOGIN.owedHuman : null) : LOGIN.offlineHuman}
          onCheck={(next) => setCheck((before) => ({ ...before, ...next }))}
        />
        {problem === '' ? null : (
          <div ref={alert} tabIndex={-1} className={styles.problem}>
            <Banner tone="danger" role="alert">
              {problem}
            </Banner>
          </div>
        )}
        <Button type="submit" variant="primary" size="lg" isWide isDisabled={!isComplete && !busy} isPending={busy}>
          {LOGIN.enter}
        </Button>
        {online && !busy && lacks.length > 0 ? <p className={styles.missing}>{missingText(lacks)}</p> : null}
      </form>
    </PublicFrame>
  );
}
