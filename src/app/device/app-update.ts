// Whether a new version of the application waits (src/app/experience.md, experience P9). The code
// that registers the worker sets this state, and screens read it.

import { watchedValue } from '#ui/base/watched-value.ts';

export type UpdateState = 'none' | 'ready' | 'applying';

/**
 * Makes the new version take over. Resolves when the worker has the message; the page then reloads
 * by itself.
 */
type Apply = () => Promise<void>;

const state = watchedValue<UpdateState>('none');
let applyWith: Apply | null = null;

export const appUpdate = {
  current: state.current,
  subscribe: state.subscribe,
  /** Announces that a version is ready. */
  offer(apply: Apply): void {
    applyWith = apply;
    state.set('ready');
  },
  later: (): void => state.set('none'),
  async apply(): Promise<void> {
    state.set('applying');
    await applyWith?.();
  },
};
