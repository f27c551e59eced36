import type { ChangesPage } from '#contract/sync.ts';
import { COLLECTIONS_KNOWN, SLICED } from '../store/position.ts';
import type { MetaValues, Position } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, readMetas, writeMeta, writeMetas } from '../store/storage.ts';

/**
 * Moves the cursor over a page that brings nothing new, as most pages do. Returns false and changes
 * nothing when `applyPage` has to apply the page: it brings rows or a session, belongs to a walk,
 * came late, says how far a bounded copy reaches, or what the person may see has changed. The
 * transaction takes one table, so screens that read other tables do not wait for it.
 */
export async function advanceCursor(mirror: Mirror, page: PageToApply): Promise<boolean> {
  if (page.changes.length > 0 || !isAlone(page)) return false;
  return durably(mirror, {
    tables: ['meta'],
    work: async () => {
      const { cursor: stored, session, ...contact } = await readMetas(mirror, ['cursor', 'session', ...CONTACT]);
      if (session === undefined || !isFollowedBy(stored, page)) return false;
      await Promise.all([
        // Screens query the cursor. Writing an equal value would run all their queries again.
        page.next_cursor !== stored.value &&
          writeMeta(mirror, { name: 'cursor', value: { ...stored, value: page.next_cursor } }),
        noteContact(mirror, { before: contact, page }),
      ]);
      return true;
    },
  });
}

/**
 * A page to be applied to the mirror. `asked`: the cursor with which it was requested, null for
 * none; undefined when no other context pulls. When the mirror has moved on since the request, the
 * rows still count by their rev, and the cursor stays. `heardMs`: when the page came, by this
 * device's clock (`noteContact`).
 */
export type PageToApply = ChangesPage & {
  readonly asked?: string | null | undefined;
  readonly heardMs?: number | undefined;
};

/** Whether a page is the whole answer, belongs to no walk, and has no session row. */
function isAlone({ has_more, snapshot, bounded, session }: PageToApply): boolean {
  return !has_more && !snapshot && bounded === undefined && session === undefined;
}

/**
 * Whether a page follows the stored position: no walk is running, no other page has come before it,
 * and what the person may see has not changed.
 */
function isFollowedBy(stored: Position | undefined, { asked, scope_epoch }: PageToApply): stored is Position {
  if (stored?.snapshotDone !== true || stored.collections !== COLLECTIONS_KNOWN) return false;
  return stored.value === asked && stored.scopeEpoch === SLICED + scope_epoch;
}

/**
 * A smaller change of the clock offset is not stored, because the travel time of an answer shifts
 * it by some hundred ms.
 */
const SAME_CLOCK_MS = 1_000;

/** The meta values that `noteContact` compares with. The transaction that calls it reads them. */
export const CONTACT = ['minimumClient', 'clockOffsetMs'] as const;

type KnownContact = { readonly [Name in (typeof CONTACT)[number]]?: number | undefined };

type ContactPage = Pick<ChangesPage, 'server_time' | 'minimum_client'> & { readonly heardMs?: number | undefined };

/**
 * Notes when a page came, the server's clock, and the oldest client protocol that the server
 * accepts. Runs in the transaction that applies the page: a second one would make the screens that
 * show the page wait, and run their queries again. Does nothing for a page without `heardMs`.
 */
export async function noteContact(
  mirror: Mirror,
  { before, page }: { before: KnownContact; page: ContactPage },
): Promise<void> {
  await writeMetas(mirror, contactOf(page, before));
}

/** The time of the contact, and those of its meta values that differ from the stored ones. */
function contactOf(
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
