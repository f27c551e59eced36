import { useWatched } from '#ui/base/watched-value.ts';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { type OwnWork, ownWork } from '#mirror/questions/own-work.ts';
import { Button } from '#ui/actions/button.tsx';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Eraser, Lock, LogOut, Timer } from 'lucide-react';
import { GESTURES, isOnCover, takeGesture } from '../../../leaving/gestures.ts';
import { leaveUntilDone } from '../../../leaving/leaving.ts';
import { afterTouch, EXTENSION_MS, idleState, readWarnAt, saveWarnAt, WARNING_MS } from '../../../device/idle-clock.ts';
import { ProfileProvider, useProfile } from '../../../profile/profile.tsx';
import { useConnection } from '../../../shared/connection/use-connection.ts';
import { countOf } from '../../../text/person/kept-work.ts';
import { closedText, secondsText, SHARED_DEVICE, staysText } from '../../../text/frame/device-data.ts';
import styles from './idle-dialog.module.css';

/**
 * The seconds at which a screen reader says the time left; each second would talk over the choices.
 */
const SAID: readonly number[] = [30, 10, 5];

/** The question "Ainda está aí?". It says what an unanswered question erases and what stays. */
function IdleDialog(props: { leftMs: number; onGoOn: () => void; onExtend: () => void; onLeave: () => void }) {
  const { leftMs, onGoOn, onExtend, onLeave } = props;
  const { mirror, now } = useProfile();
  const own = useLiveQuery(() => ownWork(mirror, { nowMs: now() }), [mirror]);
  const seconds = Math.ceil(leftMs / 1000);
  const said = SAID.findLast((one) => seconds <= one) ?? SAID[0] ?? 0;
  return (
    <Dialog isOpen onClose={onGoOn} role="alertdialog" size="md" title={SHARED_DEVICE.stillThere}>
      <div className={styles.top}>
        <Ring seconds={seconds} />
        <p>{SHARED_DEVICE.locksSoon}</p>
        <VisuallyHidden>
          <span role="timer" aria-live="assertive">
            {secondsText(said)}
          </span>
        </VisuallyHidden>
      </div>
      <div className={styles.box}>
        <Eraser size={24} strokeWidth={1.75} aria-hidden />
        <p>
          <b>{SHARED_DEVICE.erased}</b>
          <br />
          {SHARED_DEVICE.erasedMeaning}
        </p>
      </div>
      <Stays own={own} />
      <div className={styles.acts}>
        <Button variant="primary" size="lg" isWide autoFocus onPress={onGoOn}>
          {SHARED_DEVICE.goOn}
        </Button>
        <Button size="lg" isWide icon={Timer} onPress={onExtend}>
          {SHARED_DEVICE.extend}
        </Button>
      </div>
      <Button variant="quiet" isWide icon={LogOut} onPress={onLeave}>
        {SHARED_DEVICE.leaveNow}
      </Button>
    </Dialog>
  );
}

function Stays({ own }: { own: OwnWork | undefined }) {
  if (own === undefined || own.items.length + own.draftsAtMs.length === 0) return null;
  return (
    <div className={styles.pencil}>
      <Lock size={24} strokeWidth={1.75} aria-hidden />
      <p>
        <b>{staysText(countOf(own), own)}</b>
        <br />
        <span>{own.hasKey ? closedText(own.sendable) : SHARED_DEVICE.keptMeaning}</span>
      </p>
    </div>
  );
}

/** The remaining seconds as a ring that empties. Screen readers get them from a timer instead. */
function Ring({ seconds }: { seconds: number }) {
  const share = Math.min(1, (seconds * 1000) / WARNING_MS);
  return (
    <svg className={styles.ring} viewBox="0 0 120 120" width={112} height={112} aria-hidden>
      <circle className={styles.ground} cx={60} cy={60} r={54} />
      <circle className={styles.left} cx={60} cy={60} r={54} pathLength={1} strokeDasharray={`${share} 1`} />
      <text className={styles.seconds} x={60} y={66}>
        {seconds}
      </text>
      <text className={styles.unit} x={60} y={86}>
        segundos
      </text>
    </svg>
  );
}

const LOOK_EVERY_MS = 1_000;
/** The shortest time between two stored touches. */
const STORE_EVERY_MS = 5_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
/**
 * Watches a shared tablet on every screen, also those without a login, because a person may have
 * left one of them open.
 */
export function IdleGuard() {
  const { profiles } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const profile = useWatched(profiles);
  if (profile === null) return null;
  const leave = () => void leaveUntilDone({ profiles, showLogin: () => navigate({ to: '/login' }) });
  return (
    <ProfileProvider key={profile.userId} profile={profile}>
      <IdleWatch onLeave={leave} />
    </ProfileProvider>
  );
}

/**
 * On a shared tablet without a touch, asks whether the person is still there, and then leaves for
 * them (S95). While the question is open, a touch outside of it counts as "Continuar". A tablet
 * that slept past the time leaves when it wakes. An ended session leaves at once.
 */
function IdleWatch({ onLeave }: { onLeave: () => void }) {
  const { now } = useProfile();
  const { needsLogin } = useConnection();
  const [leftMs, setLeftMs] = useState<number | null>(null);
  const onOver = useEffectEvent(onLeave);

  // On a shared tablet, a person whose session has ended has left, also with unsent work (S95).
  useEffect(() => {
    if (needsLogin) onOver();
  }, [needsLogin]);

  useEffect(() => {
    const look = () => {
      const state = idleState(readWarnAt(), now());
      setLeftMs(state.kind === 'warned' ? state.leftMs : null);
      if (state.kind === 'over') onOver();
    };
    const touched = (event: Event) => {
      const warnAt = readWarnAt();
      const state = idleState(warnAt, now());
      // A tablet that slept has not run `look` yet. The first touch may be the next person's, so it
      // must not count as an answer.
      if (state.kind === 'over') return look();
      const isAnswer = event.target instanceof Element && event.target.closest('[role=alertdialog]') !== null;
      if (state.kind === 'warned' && isAnswer) return undefined;
      const next = afterTouch(warnAt, now());
      if (state.kind === 'warned' || next - (warnAt ?? 0) > STORE_EVERY_MS) saveWarnAt(next);
      return look();
    };
    // A gesture after the time, before the cover is drawn, may come from another person. It is
    // stopped.
    const late = (event: Event) => {
      if (idleState(readWarnAt(), now()).kind !== 'over' || isOnCover(event)) return;
      takeGesture(event);
      look();
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    for (const name of GESTURES) window.addEventListener(name, late, { capture: true });
    for (const name of TOUCHES) document.addEventListener(name, touched, { capture: true, passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const name of GESTURES) window.removeEventListener(name, late, { capture: true });
      for (const name of TOUCHES) document.removeEventListener(name, touched, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  }, [now]);

  const goOnFor = (warnAtMs: number) => {
    saveWarnAt(warnAtMs);
    setLeftMs(null);
  };
  if (leftMs === null) return null;
  return (
    <IdleDialog
      leftMs={leftMs}
      onGoOn={() => goOnFor(afterTouch(null, now()))}
      onExtend={() => goOnFor(now() + EXTENSION_MS)}
      onLeave={onLeave}
    />
  );
}
