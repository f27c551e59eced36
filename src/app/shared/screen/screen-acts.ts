// The acts that the present screen offers, such as those on the open document. The command palette
// and the keyboard shortcuts call them from outside of the screen.

import { watchedValue } from '#ui/base/watched-value.ts';
import { useLayoutEffect } from 'react';
import type { ActKey } from '../../text/frame/shortcuts.ts';

export type ScreenAct = {
  readonly id: string;
  readonly text: string;
  /** Why the act can't be done now; undefined: it can be done. */
  readonly reason?: string | undefined;
  readonly onAction?: (() => void) | undefined;
};

/** `about`: the object of the acts, such as `PMVI 042`. */
export type ScreenActs = { readonly about: string; readonly acts: readonly ScreenAct[] };

const offered = watchedValue<ScreenActs | null>(null);

/** The acts of the screen that is shown; null where it has none. */
export const screenActs = { current: offered.current, subscribe: offered.subscribe };

/** Offers these acts while the component is mounted, always as of its last render. */
export function useScreenActs(acts: ScreenActs): void {
  // A layout effect runs before the paint, so a key that is pressed at first sight finds its act.
  useLayoutEffect(() => offered.set(acts));
  useLayoutEffect(() => () => offered.set(null), []);
}

/** Does the act of this shortcut. Returns false where the screen does not offer the act now. */
export function actByKey({ id }: ActKey): boolean {
  const act = offered.current()?.acts.find((one) => one.id === id);
  if (act === undefined || act.reason !== undefined) return false;
  act.onAction?.();
  return true;
}
