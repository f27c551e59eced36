import { useWatched } from '#ui/base/watched-value.ts';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { GESTURES, takeGesture } from '../../leaving/gestures.ts';
import { leaveUntilDone } from '../../leaving/leaving.ts';
import { afterTouch, EXTENSION_MS, idleState, readWarnAt, saveWarnAt } from '../../device/idle-clock.ts';
import { ProfileProvider, useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { IdleDialog } from './idle-dialog.tsx';

const LOOK_EVERY_MS = 1_000;
/** A touch is stored at most this often. */
const STORE_EVERY_MS = 5_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
/**
 * Around every screen of a shared tablet, those without a login too: a person may have left one of
 * them open.
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
 * A shared tablet that nobody touches asks, and then its person leaves (S95). While it asks, a
 * touch outside of the question answers "Continuar". A tablet that slept is locked when it wakes.
 * Whose session has ended leaves at once.
 */
function IdleWatch({ onLeave }: { onLeave: () => void }) {
  const { now } = useProfile();
  const { needsLogin } = useConnection();
  const [leftMs, setLeftMs] = useState<number | null>(null);
  const onOver = useEffectEvent(onLeave);

  // A session that has ended is a person who has left, with work or without (S95).
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
      // Without a moment for `look` in between, a tablet that slept would be woken by the touch of
      // the next person.
      if (state.kind === 'over') return look();
      const isAnswer = event.target instanceof Element && event.target.closest('[role=alertdialog]') !== null;
      if (state.kind === 'warned' && isAnswer) return undefined;
      const next = afterTouch(warnAt, now());
      if (state.kind === 'warned' || next - (warnAt ?? 0) > STORE_EVERY_MS) saveWarnAt(next);
      return look();
    };
    // The gesture that finds the time over is not the last person's, and the cover is not drawn
    // yet.
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
