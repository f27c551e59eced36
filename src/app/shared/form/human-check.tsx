import { ShieldCheck } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LOGIN } from '../../text/person/login.ts';
import styles from './human-check.module.css';

/**
 * How long a solved challenge counts as valid. The server allows five minutes. The time runs from
 * the solution on, because the device's clock may be wrong.
 */
const TOKEN_LIFE_MS = 4.5 * 60_000;

/**
 * The state of the human check in a form. `token`: '' until the challenge is solved; null where the
 * server has none. `isRunning`: it is being solved. Another `round` resets the check.
 */
export type Check = { readonly token: string | null; readonly isRunning: boolean; readonly round: number };

export const UNCHECKED: Check = { token: '', isRunning: false, round: 0 };

/** Whether the person has to tick the box: not while the challenge is being solved. */
export function lacksTick({ token, isRunning }: Check): boolean {
  return token === '' && !isRunning;
}

/** The check after a sent form, begun anew, because a solved challenge counts once. */
export function afterTry(check: Check): Check {
  return check.token === null ? check : { ...UNCHECKED, round: check.round + 1 };
}

/**
 * The human check (rule H1). Its code, a fifth of what the login loads, comes when something is
 * typed (`isBegun`) or the box is pressed. That press takes effect once the code is there; after a
 * failed load the next press loads again. `onCheck` gets '' when a solution expires, and null where
 * the server has no challenge. `obstacle`: why the check is impossible now; null when it is
 * possible.
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
  // In a layout effect, because `auto="onload"` makes the widget begin a millisecond after it is
  // drawn, which can be before an ordinary effect.
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
        {/* Takes the focus of the box that it replaces. */}
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

/**
 * Whether the server has a challenge. True when the code for asking can't be loaded; the widget
 * then says that it failed.
 */
function askedFor(): Promise<boolean> {
  return import('../../online/client.ts').then(({ hasChallenge }) => hasChallenge()).catch(() => true);
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
