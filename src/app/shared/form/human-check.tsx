import { ShieldCheck } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LOGIN } from '../../text/person/login.ts';
import styles from './human-check.module.css';

/**
 * By the server's clock a solved challenge is valid for five minutes. The time is counted here from
 * its solution, because the clock of a device may be wrong.
 */
const TOKEN_LIFE_MS = 4.5 * 60_000;

/**
 * What a form keeps of it. `token`: '' until it is solved; null where the server has no challenge.
 * `isRunning`: the box is ticked and the challenge is being solved. Another `round` begins it anew.
 */
export type Check = { readonly token: string | null; readonly isRunning: boolean; readonly round: number };

export const UNCHECKED: Check = { token: '', isRunning: false, round: 0 };

/** Whether the person has to tick the box: not while the challenge is being solved. */
export function lacksTick({ token, isRunning }: Check): boolean {
  return token === '' && !isRunning;
}

/** A solved challenge can be used once. */
export function afterTry(check: Check): Check {
  return check.token === null ? check : { ...UNCHECKED, round: check.round + 1 };
}

/**
 * The human check. Its code, a fifth of what the login needs, is loaded when something is typed
 * (`isBegun`) or the check's place is pressed. That press is carried out once the code is there;
 * where loading failed, the next press loads it again. `onCheck` gets the solved challenge, '' when
 * it is no longer valid, and null when the server has none to solve. `obstacle` is why it can't be
 * done now, null when it can.
 */
export function HumanCheck(props: {
  obstacle: string | null;
  isBegun: boolean;
  onCheck: (check: Pick<Check, 'token' | 'isRunning'>) => void;
}) {
  const { obstacle, isBegun, onCheck } = props;
  const [presses, setPresses] = useState(0);
  const isPossible = obstacle === null;
  const isWanted = isPossible && (isBegun || presses > 0);
  const [check, setCheck] = useState<{ url: string; configuration: string } | null>(null);
  const [isNone, setNone] = useState(false);
  const widget = useRef<HTMLElement & { reset: () => void }>(null);
  const ending = useRef<number>(undefined);
  useEffect(() => {
    let gone = false;
    if (isWanted) {
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
  }, [isWanted, presses]);

  const without = () => {
    setNone(true);
    onCheck({ token: null, isRunning: false });
  };
  // In the task that draws the widget: with `auto="onload"` it begins a millisecond later, which
  // may come before an effect that waits for the frame.
  useLayoutEffect(() => {
    const element = widget.current;
    if (element === null) return undefined;
    const changed = (event: Event) => {
      const { state, payload } = (event as CustomEvent<{ state: string; payload?: string | null }>).detail;
      window.clearTimeout(ending.current);
      onCheck({ token: state === 'verified' ? (payload ?? '') : '', isRunning: state === 'verifying' });
      if (state === 'error') void askedFor().then((isAsked) => (isAsked ? undefined : without()));
      if (state === 'verified') ending.current = window.setTimeout(() => element.reset(), TOKEN_LIFE_MS);
    };
    element.addEventListener('statechange', changed);
    return () => element.removeEventListener('statechange', changed);
  });
  useEffect(() => () => window.clearTimeout(ending.current), []);

  if (isNone) {
    return (
      <div className={styles.check}>
        {/* It replaces the box that was pressed. */}
        <p ref={focus} tabIndex={-1} role="status" className={styles.checkWords}>
          {LOGIN.noHuman}
        </p>
        <ShieldCheck size={20} strokeWidth={1.75} aria-hidden />
      </div>
    );
  }
  return (
    <div className={styles.check}>
      <div className={styles.checkWords}>
        {check === null || !isPossible ? (
          <button
            type="button"
            role="checkbox"
            aria-checked={false}
            disabled={!isPossible}
            className={styles.checkPlace}
            onClick={() => setPresses(presses + 1)}
          >
            <span className={styles.checkBox} />
            {LOGIN.human}
          </button>
        ) : (
          <altcha-widget
            ref={widget}
            challenge={check.url}
            configuration={check.configuration}
            name="token"
            language="pt-br"
            auto={presses > 0 ? 'onload' : 'off'}
          />
        )}
        <p className={styles.checkNote}>{obstacle ?? LOGIN.humanDone}</p>
      </div>
      <ShieldCheck size={20} strokeWidth={1.75} aria-hidden />
    </div>
  );
}

/** Without its code the widget can't be asked, and the screen says that it failed. */
function askedFor(): Promise<boolean> {
  return import('../../online/client.ts').then(({ hasChallenge }) => hasChallenge()).catch(() => true);
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
