import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LOGIN } from '../../text/login.ts';
import styles from './login-screen.module.css';

/**
 * The human check. Its code is fetched after the form is there; `onToken` gets the solved challenge, and '' when it is no
 * longer good.
 */
export function HumanCheck({ online, onToken }: { online: boolean; onToken: (token: string) => void }) {
  const [check, setCheck] = useState<{ url: string; configuration: string } | null>(null);
  const widget = useRef<HTMLElement>(null);
  useEffect(() => {
    let gone = false;
    if (online) {
      void import('../../online/human-check.ts').then(
        ({ CHALLENGE_URL, CONFIGURATION }) => {
          if (!gone) setCheck({ url: CHALLENGE_URL, configuration: CONFIGURATION });
        },
        () => undefined,
      );
    }
    return () => {
      gone = true;
    };
  }, [online]);

  useEffect(() => {
    const element = widget.current;
    if (element === null) return undefined;
    const changed = (event: Event) => {
      const { state, payload } = (event as CustomEvent<{ state: string; payload?: string | null }>).detail;
      onToken(state === 'verified' ? (payload ?? '') : '');
    };
    element.addEventListener('statechange', changed);
    return () => element.removeEventListener('statechange', changed);
  });

  return (
    <div className={styles.check}>
      <div className={styles.checkWords}>
        {check === null || !online ? (
          <span className={styles.checkPlace}>
            <span className={styles.checkBox} />
            {LOGIN.human}
          </span>
        ) : (
          <altcha-widget
            ref={widget}
            challenge={check.url}
            configuration={check.configuration}
            name="token"
            language="pt-br"
          />
        )}
        <p className={styles.checkNote}>{online ? LOGIN.humanDone : LOGIN.offlineHuman}</p>
      </div>
      <ShieldCheck size={20} strokeWidth={1.75} aria-hidden />
    </div>
  );
}
