import { useEffect, useState } from 'react';
import { useProfile } from '../profile/profile.tsx';

const EVERY_MS = 10_000;

/** Epoch ms by the injected clock, updated every ten seconds: for waiting times in words. */
export function useNow(): number {
  const { now } = useProfile();
  const [nowMs, setNowMs] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(now()), EVERY_MS);
    return () => clearInterval(timer);
  }, [now]);
  return nowMs;
}
