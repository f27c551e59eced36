import type { ChangesPage } from '#contract/sync.ts';
import { writeMetas } from '../store/meta.ts';
import type { MetaValues } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/** The travel time of an answer moves what it says of the server's clock by some hundred ms. */
const SAME_CLOCK_MS = 1_000;

/** What `noteContact` wants to know of the same transaction. */
export const CONTACT = ['minimumClient', 'clockOffsetMs'] as const;

export type KnownContact = { readonly [Name in (typeof CONTACT)[number]]?: number | undefined };

type ContactPage = Pick<ChangesPage, 'server_time' | 'minimum_client'> & { readonly heardMs?: number | undefined };

/**
 * Notes when a page came, the server's clock and the least client protocol that it accepts, inside
 * the transaction that applies the page: in one of its own it would make the screens that show the
 * page wait, and then ask again. Nothing for a page that does not say when it came.
 */
export async function noteContact(
  mirror: Mirror,
  { before, page }: { before: KnownContact; page: ContactPage },
): Promise<void> {
  await writeMetas(mirror, contactOf(page, before));
}

/** What is noted of a contact: when it was, and what is another than before. */
export function contactOf(
  { heardMs, server_time, minimum_client }: ContactPage,
  { minimumClient, clockOffsetMs = Infinity }: KnownContact,
): Partial<Pick<MetaValues, 'refreshedAtMs' | keyof KnownContact>> {
  if (heardMs === undefined) return {};
  const offset = Date.parse(server_time) - heardMs;
  return {
    refreshedAtMs: heardMs,
    ...(minimumClient !== minimum_client && { minimumClient: minimum_client }),
    ...(Math.abs(clockOffsetMs - offset) > SAME_CLOCK_MS && { clockOffsetMs: offset }),
  };
}
