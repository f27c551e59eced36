import { useWatched } from '#ui/base/watched-value.ts';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { afterTouch, EXTENSION_MS, idleState, readWarnAt, saveWarnAt } from '../../device/idle-clock.ts';
import { ProfileProvider, useProfile } from '../../profile/profile.tsx';
import { leave } from '../../online/leave.ts';
import { flushForms } from '../../shared/draft/open-drafts.ts';
import { IdleCover } from './idle-cover.tsx';
import { IdleDialog } from './idle-dialog.tsx';

const LOOK_EVERY_MS = 1_000;
/** A touch is stored at most this often. */
const STORE_EVERY_MS = 5_000;
const PATIENCE_MS = 3_000;
const RETRY_MS = 2_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
/** What acts on a screen. A touch that began before the end may end after it. */
const GESTURES = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'contextmenu',
  'keydown',
  'keyup',
  'beforeinput',
  'submit',
  'paste',
  'drop',
] as const;

/**
 * Around every screen of a shared tablet, those without a login too: a person may have left one of them open. From the moment that
 * the person leaves until the start is shown, a cover hides the screen and takes every gesture.
 */
export function IdleGuard() {
  const { profiles } = useRouteContext({ from: '__root__' });
  const profile = useWatched(profiles);
  const { phase, lock } = useLock();
  if (phase !== 'open') return <IdleCover hasFailed={phase === 'failed'} />;
  if (profile === null) return null;
  return (
    <ProfileProvider key={profile.userId} profile={profile}>
      <IdleWatch onLeave={lock} />
    </ProfileProvider>
  );
}

type Phase = 'open' | 'leaving' | 'failed';

/** Leaving as with "Sair e guardar", once at a time, and again until it is done. */
function useLock(): { readonly phase: Phase; readonly lock: () => void } {
  const { profiles } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const [phase, setPhase] = useState<Phase>('open');
  const isLeaving = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useTakenGestures(phase !== 'open');

  const goAway = async () => {
    const person = profiles.current();
    // A try before this one may have closed the profile and not reached the start.
    if (person !== null)
      await leave({ userId: person.userId, discardUnsent: false, closeProfile: () => profiles.close() });
    await navigate({ to: '/login' });
  };
  const leaveUntilDone = async () => {
    // What can't be saved must not keep the person in.
    await Promise.race([flushForms().catch(() => undefined), pause(PATIENCE_MS)]);
    while (isMounted.current) {
      try {
        await goAway();
        return;
      } catch (error) {
        reportError(error);
        setPhase('failed');
        await pause(RETRY_MS);
      }
    }
  };
  const lock = () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    setPhase('leaving');
    void leaveUntilDone().finally(() => {
      isLeaving.current = false;
      setPhase('open');
    });
  };
  return { phase, lock };
}

/** While `isTaken`, nothing that a person does reaches a screen. */
function useTakenGestures(isTaken: boolean): void {
  useEffect(() => {
    if (!isTaken) return undefined;
    // A field that keeps the focus would go on taking the words of a keyboard on the screen.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    for (const name of GESTURES) window.addEventListener(name, takeGesture, { capture: true });
    return () => {
      for (const name of GESTURES) window.removeEventListener(name, takeGesture, { capture: true });
    };
  }, [isTaken]);
}

function takeGesture(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}

/**
 * A shared tablet that nobody touches asks, and then its person leaves (S95). While it asks, a touch outside of the question answers
 * "Continuar". A tablet that slept is locked when it wakes.
 */
function IdleWatch({ onLeave }: { onLeave: () => void }) {
  const { now } = useProfile();
  const [leftMs, setLeftMs] = useState<number | null>(null);
  const onOver = useEffectEvent(onLeave);

  useEffect(() => {
    const look = () => {
      const state = idleState(readWarnAt(), now());
      setLeftMs(state.kind === 'warned' ? state.leftMs : null);
      if (state.kind === 'over') onOver();
    };
    const touched = (event: Event) => {
      const warnAt = readWarnAt();
      const state = idleState(warnAt, now());
      // Without a moment for `look` in between, a tablet that slept would be woken by the touch of the next person.
      if (state.kind === 'over') return look();
      const isAnswer = event.target instanceof Element && event.target.closest('[role=alertdialog]') !== null;
      if (state.kind === 'warned' && isAnswer) return undefined;
      const next = afterTouch(warnAt, now());
      if (state.kind === 'warned' || next - (warnAt ?? 0) > STORE_EVERY_MS) saveWarnAt(next);
      return look();
    };
    // The gesture that finds the time over is not the last person's, and the cover is not drawn yet.
    const late = (event: Event) => {
      if (idleState(readWarnAt(), now()).kind !== 'over') return;
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
