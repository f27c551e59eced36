import { useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';

/**
 * The key of a call to the server. What is sent again unchanged, because no answer came, goes under
 * the same key, so that it has one effect; what was changed is another call.
 */
export function useSamePress(): (said: unknown) => string {
  const { commandContext } = useProfile();
  const last = useRef<{ readonly said: string; readonly key: string } | null>(null);
  return (said) => {
    const words = JSON.stringify(said);
    if (last.current?.said !== words) last.current = { said: words, key: commandContext.newId() };
    return last.current.key;
  };
}
