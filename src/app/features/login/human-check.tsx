import { SkeletonBlock } from '#ui/skeleton.tsx';
import { useEffect, useRef, useState } from 'react';
import { LOGIN } from '../../text/login.ts';
import styles from './login-screen.module.css';

/**
 * The human check. Its code is fetched after the form is there; `onToken` gets the solved challenge, and '' when it is no
 * longer good.
 */
export function HumanCheck({ online, onToken }: { online: boolean; onToken: (token: string) => void }) {
  const [challengeUrl, setChallengeUrl] = useState<string | null>(null);
  const widget = useRef<HTMLElement>(null);
  useEffect(() => {
    let gone = false;
    if (online) {
      void import('../../online/human-check.ts').then(
        ({ CHALLENGE_URL }) => {
          if (!gone) setChallengeUrl(CHALLENGE_URL);
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
      {challengeUrl === null || !online ? (
        <SkeletonBlock height={28} />
      ) : (
        <altcha-widget ref={widget} challenge={challengeUrl} name="token" language="pt-br" />
      )}
      <p className={styles.checkNote}>{online ? LOGIN.humanDone : LOGIN.offlineHuman}</p>
    </div>
  );
}
