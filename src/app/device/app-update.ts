// A new version of the application waits, or an old part of it is gone from the server (experience P9). The worker's side
// is plugged in by main.tsx; screens only see this state.

import { watchedValue } from '#ui/base/watched-value.ts';

export type UpdateState = 'none' | 'ready' | 'applying';

/** Makes the new version take over; resolves when told, the page then reloads by itself. */
type Apply = () => Promise<void>;

const state = watchedValue<UpdateState>('none');
let applyWith: Apply = reload;

async function reload(): Promise<void> {
  location.reload();
}

export const appUpdate = {
  current: state.current,
  subscribe: state.subscribe,
  /** A version is ready. Without `apply` a plain reload brings it (a chunk of the old one was gone). */
  offer(apply: Apply = reload): void {
    applyWith = apply;
    state.set('ready');
  },
  later: (): void => state.set('none'),
  async apply(): Promise<void> {
    state.set('applying');
    await applyWith();
  },
};
