import type { Town } from './town.ts';

/** One promise, as a sentence that is true of a server that keeps it. `run` throws `Broken` when it is not kept. */
export type Case = { readonly promise: string; readonly run: (town: Town) => Promise<void> };
