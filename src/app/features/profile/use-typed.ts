import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';

// What was typed stays while the page lives, also when its author looks at another screen without a connection. Passwords
// and pictures are not kept here.
const kept = new Map<string, object>();

/**
 * The fields of a form: those of `stored`, changed by what was typed. What was not typed follows `stored`, so that a change
 * that arrives meanwhile is shown and not undone.
 */
export function useTyped<Fields extends object>(
  form: string,
  stored: Fields,
): { fields: Fields; change: (part: Partial<Fields>) => void; reset: () => void } {
  const place = `${useProfile().person.userId}:${form}`;
  const [typed, setTyped] = useState<Partial<Fields>>(() => (kept.get(place) as Partial<Fields> | undefined) ?? {});
  const keep = (next: Partial<Fields>) => {
    kept.set(place, next);
    setTyped(next);
  };
  return { fields: { ...stored, ...typed }, change: (part) => keep({ ...typed, ...part }), reset: () => keep({}) };
}
