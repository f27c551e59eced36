import { useWatched } from '#ui/base/watched-value.ts';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLogout } from '../../acts/leaving/use-logout.tsx';
import { afterTouch, EXTENSION_MS, idleState, readWarnAt, saveWarnAt } from '../../device/idle-clock.ts';
import { ProfileProvider, useProfile } from '../../profile/profile.tsx';
import { flushForms } from '../../shared/draft/open-drafts.ts';
import { IdleDialog } from './idle-dialog.tsx';

const LOOK_EVERY_MS = 1_000;
/** A touch is stored at most this often. */
const STORE_EVERY_MS = 5_000;
const PATIENCE_MS = 3_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Around every screen of a shared tablet, those without a login too: a person may have left one of them open. */
export function IdleGuard() {
  const { profiles } = useRouteContext({ from: '__root__' });
  const profile = useWatched(profiles);
  if (profile === null) return null;
  return (
    <ProfileProvider key={profile.userId} profile={profile}>
      <IdleWatch />
    </ProfileProvider>
  );
}

/**
 * A shared tablet that nobody touches asks, and then its person leaves as with "Sair e guardar" (S95). While it asks, a touch
 * outside of the question answers "Continuar". A tablet that slept is locked when it wakes.
 */
function IdleWatch() {
  const { now } = useProfile();
  const { keep } = useLogout();
  const [leftMs, setLeftMs] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    const look = () => {
      const state = idleState(readWarnAt(), now());
      setLeftMs(state.kind === 'warned' ? state.leftMs : null);
      if (state.kind === 'over') setOver(true);
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
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    for (const name of TOUCHES) document.addEventListener(name, touched, { capture: true, passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const name of TOUCHES) document.removeEventListener(name, touched, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  }, [now]);

  const leave = async () => {
    // What can't be saved must not keep the person in.
    await Promise.race([flushForms().catch(() => undefined), patience()]);
    keep();
  };
  useEffect(() => {
    if (isOver) void leave();
    // `leave` is another function at each render; it is done once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver]);

  const goOnFor = (warnAtMs: number) => {
    saveWarnAt(warnAtMs);
    setLeftMs(null);
  };
  if (leftMs === null || isOver) return null;
  return (
    <IdleDialog
      leftMs={leftMs}
      onGoOn={() => goOnFor(afterTouch(null, now()))}
      onExtend={() => goOnFor(now() + EXTENSION_MS)}
      onLeave={() => void leave()}
    />
  );
}

function patience(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
}
