import type { ChangesPage } from '#contract/sync.ts';
import { writeMetas } from '../store/meta.ts';
import type { MetaValues } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/** The travel time of an answer shifts the offset between the clocks by some hundred ms. */
const SAME_CLOCK_MS = 1_000;

/**
 * The meta values that `noteContact` compares with. They are read in the transaction in which it is
 * called.
 */
export const CONTACT = ['minimumClient', 'clockOffsetMs'] as const;

export type KnownContact = { readonly [Name in (typeof CONTACT)[number]]?: number | undefined };

type ContactPage = Pick<ChangesPage, 'server_time' | 'minimum_client'> & { readonly heardMs?: number | undefined };

/**
 * Notes when a page came, the server's clock and the least client protocol that it accepts. It does
 * so in the transaction that applies the page: a second transaction would make the screens that
 * show the page wait, and run their queries again. Does nothing for a page without `heardMs`.
 */
export async function noteContact(
  mirror: Mirror,
  { before, page }: { before: KnownContact; page: ContactPage },
): Promise<void> {
  await writeMetas(mirror, contactOf(page, before));
}

/** The meta values of a contact that differ from the stored ones, with its time. */
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
