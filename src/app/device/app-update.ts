// Whether a new version of the application waits, or a part of the old one is gone from the server (src/app/experience.md,
// experience P9). main.tsx plugs in the worker's side; screens see only this state.

import { watchedValue } from '#ui/base/watched-value.ts';

export type UpdateState = 'none' | 'ready' | 'applying';

/** Makes the new version take over. Resolves when the worker has been told; the page then reloads by itself. */
type Apply = () => Promise<void>;

const state = watchedValue<UpdateState>('none');
let applyWith: Apply = reload;

async function reload(): Promise<void> {
  location.reload();
}

export const appUpdate = {
  current: state.current,
  subscribe: state.subscribe,
  /**
   * Announces that a version is ready. Without `apply` a plain reload brings it, because a chunk of the old version was
   * gone.
   */
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
