import type { OwnSession } from '#contract/read-own-sessions.ts';
import { Button } from '#ui/actions/button.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { endOwnSessions, listOwnSessions } from '../../online/own-sessions.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { SESSIONS, usedText } from '../../text/sessions.ts';
import styles from './sessions-card.module.css';

/** The devices on which the person is logged in, and the ways out of them (S156). Nothing without a connection. */
export function SessionsCard() {
  const { session, commandContext, today, zone } = useProfile();
  const { isOffline, needsLogin } = useConnection();
  const [listed, setListed] = useState<readonly OwnSession[] | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const isAway = isOffline || needsLogin;
  useEffect(() => {
    let gone = false;
    if (!isAway) void listOwnSessions().then((sessions) => (gone ? undefined : setListed(sessions)));
    return () => {
      gone = true;
    };
  }, [isAway]);
  if (listed === null || isAway) return null;

  async function leave(login: string | null): Promise<void> {
    setBusy(login ?? '');
    setFailed(false);
    const result = await endOwnSessions({ login, userId: session.id, key: commandContext.newId() });
    if (result.kind !== 'done') setFailed(true);
    const sessions = await listOwnSessions();
    if (sessions !== null) setListed(sessions);
    setBusy(null);
  }

  const others = listed.filter(({ current }) => !current);
  return (
    <section className={styles.section} aria-labelledby="aparelhos-conectados">
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
                  isPending={busy === one.id}
                  onPress={() => void leave(one.id)}
                >
                  {SESSIONS.leaveOne}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <p className={styles.note}>{SESSIONS.note}</p>
      {isFailed ? (
        <p role="alert" className={styles.note}>
          {SESSIONS.failed}
        </p>
      ) : null}
      {others.length === 0 ? null : (
        <Button variant="secondary" icon={LogOut} isWide isPending={busy === ''} onPress={() => void leave(null)}>
          {SESSIONS.leaveAll}
        </Button>
      )}
    </section>
  );
}
