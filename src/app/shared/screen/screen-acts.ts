// What can be done with what the present screen shows, for the palette and for keys, which stand
// above all screens.

import { watchedValue } from '#ui/base/watched-value.ts';
import { useLayoutEffect } from 'react';
import type { ActKey } from '../../text/frame/shortcuts.ts';

export type ScreenAct = {
  readonly id: string;
  readonly text: string;
  /** Why it can't be done now; undefined: it can. */
  readonly reason?: string | undefined;
  readonly onAction?: (() => void) | undefined;
};

/** `about`: what they are acts on, such as `PMVI 042`. */
export type ScreenActs = { readonly about: string; readonly acts: readonly ScreenAct[] };

const offered = watchedValue<ScreenActs | null>(null);

/** The acts of the screen that is shown; null where it has none. */
export const screenActs = { current: offered.current, subscribe: offered.subscribe };

/** Offers acts while the component is on the screen, as they were drawn last. */
export function useScreenActs(acts: ScreenActs): void {
  // Before the screen is painted, so that no key is lost that is pressed as soon as it is seen.
  useLayoutEffect(() => offered.set(acts));
  useLayoutEffect(() => () => offered.set(null), []);
}

/** Does the act of this key. False where the screen does not offer it now. */
export function actByKey({ id }: ActKey): boolean {
  const act = offered.current()?.acts.find((one) => one.id === id);
  if (act === undefined || act.reason !== undefined) return false;
  act.onAction?.();
  return true;
}
