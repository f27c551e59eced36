import type { ChangesPage } from '#contract/sync.ts';
import { writeMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';

/** The travel time of an answer moves what it says of the server's clock by some hundred ms. */
const SAME_CLOCK_MS = 1_000;

/** What `noteContact` wants to know of the same transaction. */
export const CONTACT = ['minimumClient', 'clockOffsetMs'] as const;

/**
 * Notes when a page came, the server's clock and the least client protocol that it accepts, inside the transaction that applies the
 * page: in one of its own it would make the screens that show the page wait, and then ask again. Nothing for a page that does not
 * say when it came.
 */
export async function noteContact(
  mirror: Mirror,
  {
    before: { minimumClient, clockOffsetMs = Infinity },
    page: { heardMs, server_time, minimum_client },
  }: {
    before: { readonly [Name in (typeof CONTACT)[number]]?: number | undefined };
    page: Pick<ChangesPage, 'server_time' | 'minimum_client'> & { readonly heardMs?: number | undefined };
  },
): Promise<void> {
  if (heardMs === undefined) return;
  const offset = Date.parse(server_time) - heardMs;
  await Promise.all([
    minimumClient !== minimum_client && writeMeta(mirror, { name: 'minimumClient', value: minimum_client }),
    Math.abs(clockOffsetMs - offset) > SAME_CLOCK_MS && writeMeta(mirror, { name: 'clockOffsetMs', value: offset }),
    writeMeta(mirror, { name: 'refreshedAtMs', value: heardMs }),
  ]);
}
