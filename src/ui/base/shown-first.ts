import { useEffect, useEffectEvent, useState } from 'react';
import { afterPaint } from './after-paint.ts';

type PendingValue<Value> = { readonly next: Value; readonly from: Value; readonly isTold: boolean };

/**
 * A choice that is shown at once and told after its paint, because what follows from it, such as
 * another screen, may take a slow phone some frames to draw (S109). Answers what is to be shown,
 * and the function that chooses. `value` is what is chosen already; another one, by identity, takes
 * the place of what was shown.
 */
export function useShownFirst<Value>(
  value: Value,
  onChange: (value: Value) => void,
): readonly [Value, (next: Value) => void] {
  const [chosen, setChosen] = useState<PendingValue<Value> | null>(null);
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (chosen === null || chosen.isTold) return undefined;
    return afterPaint(() => {
      setChosen({ ...chosen, isTold: true });
      tell(chosen.next);
    });
  }, [chosen]);
  const isStill = chosen !== null && Object.is(chosen.from, value);
  if (chosen?.isTold && !isStill) setChosen(null);
  return [isStill ? chosen.next : value, (next) => setChosen({ next, from: value, isTold: false })];
}
