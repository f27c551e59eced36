import type { ProfileStore } from './profile-store.ts';

/** What every route's `beforeLoad` can reach. */
export type RouterContext = { readonly profiles: ProfileStore };
