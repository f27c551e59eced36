import type { OwnSession } from '#contract/session-calls.ts';
import { Button } from '#ui/actions/button.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { endOwnSessions, listOwnSessions } from '../../online/save-profile.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { leavingText, SESSIONS, usedText } from '../../text/person/profile.ts';
import styles from './sessions-card.module.css';

type LeaveProps = {
  /** The login that ends; null = all others. */
  readonly login: string | null;
  /** What the device of the login is called. */
  readonly device: string | null;
  /** When the session was last used, because several devices may have equal names. */
  readonly used: string | null;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

/** Asks for the present password before other sessions end (S156), and ends them. */
function LeaveForm({ login, device, used, onDone, onCancel }: LeaveProps) {
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
      <div className={styles.words}>
        <b>{leavingText(device)}</b>
        {used === null ? null : <span className={styles.used}>{used}</span>}
      </div>
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

/** Which sessions are about to end: one login, or (null) all but this one. */
type Leaving = { readonly login: string | null; readonly device: string | null; readonly used: string | null };

/**
 * The devices on which the person is logged in, each with a button that ends its session (S156).
 * Without a connection the card draws nothing.
 */
export function SessionsCard() {
  const { today, zone } = useProfile();
  const { isOffline, needsLogin } = useConnection();
  const [listed, setListed] = useState<readonly OwnSession[] | null>(null);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const section = useRef<HTMLElement>(null);
  // The card takes the focus, because the form that had it is gone, and maybe also the button that
  // opened it.
  const focusHere = () => section.current?.focus();
  const isAway = isOffline || needsLogin;
  useEffect(() => {
    let gone = false;
    if (!isAway) void listOwnSessions().then((sessions) => (gone ? undefined : setListed(sessions)));
    return () => {
      gone = true;
    };
  }, [isAway]);
  if (listed === null || isAway) return null;

  function close(): void {
    setLeaving(null);
    focusHere();
  }

  async function listAgain(): Promise<void> {
    const sessions = await listOwnSessions();
    if (sessions !== null) setListed(sessions);
    close();
  }

  const others = listed.filter(({ current }) => !current);
  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-labelledby="aparelhos-conectados">
      <SectionLabel id="aparelhos-conectados">{SESSIONS.title}</SectionLabel>
      <ul className={styles.card}>
        {listed.map((one) => {
          const device = one.device ?? SESSIONS.unknown;
          const Icon = /^(?:Celular|Tablet)/.test(device) ? Smartphone : Monitor;
          return (
            <li key={`${one.id ?? ''} ${one.began_at}`} className={styles.device}>
              <Icon size={20} strokeWidth={1.75} aria-hidden />
              <div className={styles.words}>
                <b>{device}</b>
                <span className={styles.used}>
                  {one.current ? SESSIONS.now : usedText(one.used_at, { today, zone })}
                </span>
                {one.current ? <span className={styles.mark}>{SESSIONS.here}</span> : null}
              </div>
              {one.current || one.id === null ? null : (
                <Button
                  variant="secondary"
                  aria-label={`${SESSIONS.leaveOne}: ${device}`}
                  onPress={() => setLeaving({ login: one.id, device, used: usedText(one.used_at, { today, zone }) })}
                >
                  {SESSIONS.leaveOne}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <p className={styles.note}>{SESSIONS.note}</p>
      {leaving === null ? null : (
        <LeaveForm key={leaving.login} {...leaving} onDone={() => void listAgain()} onCancel={close} />
      )}
      {others.length === 0 || leaving !== null ? null : (
        <Button
          variant="secondary"
          icon={LogOut}
          isWide
          onPress={() => setLeaving({ login: null, device: null, used: null })}
        >
          {SESSIONS.leaveAll}
        </Button>
      )}
    </section>
  );
}
