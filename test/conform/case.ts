import type { Offer } from './offers.ts';
import type { Town } from './town.ts';

/**
 * One promise, as a sentence that is true of a server that keeps it. `run` throws `Broken` when the
 * server breaks it. A case is skipped when the server lacks one of `needs`.
 */
export type Case = {
  readonly promise: string;
  readonly needs?: readonly Offer[];
  readonly run: (town: Town) => Promise<void>;
};
