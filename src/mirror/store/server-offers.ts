import { readMeta } from './meta.ts';
import type { Mirror } from './schema.ts';

/**
 * Begins a position in the lists of a server with the product's own calls alone (S106). A feed
 * begins at its start for it.
 */
export const IN_LISTS = 'lists:';

/** What the server of a mirror offers beyond the product's own calls, as it was last met. */
export type ServerOffers = {
  /** Changes since a position. */
  readonly feed: boolean;
  /** Commands are known by their keys and confirmed by receipts. */
  readonly keys: boolean;
  /** Lists say how many files a document has. */
  readonly fileCounts: boolean;
};

/** `position`: the one that is stored as `cursor`. */
export function offersAt(position: string | undefined): ServerOffers {
  const isWhole = position?.startsWith(IN_LISTS) !== true;
  return { feed: isWhole, keys: isWhole, fileCounts: isWhole };
}

export async function serverOffers(mirror: Mirror): Promise<ServerOffers> {
  return offersAt((await readMeta(mirror, 'cursor'))?.value);
}
