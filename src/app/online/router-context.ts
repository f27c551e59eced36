import type { startPush } from './push.ts';
import type { ProfileStore } from '../profile/profile-store.ts';

/** What every route's `beforeLoad` can reach. */
export type RouterContext = {
  readonly profiles: ProfileStore;
  readonly loadPush: () => Promise<{ readonly startPush: typeof startPush }>;
};
