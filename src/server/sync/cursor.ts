// The opaque position in a person's feed (src/sync/promises.md, Pull): either in the walk of
// everything, or in the changes since a number. The position needs no signature, because it only
// names a place among rows that its reader may see anyway. The change number has one (`Seal`). A
// cursor that can't be read starts the walk again.

import { FEED } from '#contract/sync.ts';
import { isCalendarDay } from '#domain/dates.ts';
import * as v from 'valibot';

/**
 * Steps of the walk: the session, then every collection, with documents in two steps (open ones
 * that concern the person, then the others). A step that is added ahead of others only makes older
 * cursors give some rows again.
 */
export const SNAPSHOT_STEPS = [...FEED, 'other_documents'] as const;

/** Steps within one change number: the session, every collection, then the rows that are gone. */
export const CHANGE_STEPS = [...FEED, 'tombstones'] as const;

const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * An instant as the server's own pages write it. It is checked because PostgreSQL has to parse it.
 */
const At = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/),
  v.check((text) => text > '0001' && isCalendarDay(text.slice(0, 10))),
);

/** The last row of the previous page. The next rows come after it in the order of the step. */
const CursorPosition = v.object({
  step: v.pipe(Whole, v.maxValue(CHANGE_STEPS.length)),
  id: Whole,
  at: v.nullable(At),
});

/** The last instant that a JavaScript `Date` can hold. */
const LAST_INSTANT_MS = 8.64e15;

const CountNote = v.object({
  /** The tenant's calendar day on which the documents in the person's sight were counted. */
  day: v.pipe(
    v.string(),
    v.check((text) => text > '1000' && isCalendarDay(text)),
  ),
  atMs: v.pipe(Whole, v.maxValue(LAST_INSTANT_MS)),
  total: Whole,
  /** Whether the copy is bounded. The documents of its walk are then chosen by `day`. */
  isBounded: v.boolean(),
});
/**
 * What the server noted in the cursor when it last counted the documents in sight, for a feed that
 * may be bounded (src/domain/bounded-copy.ts).
 */
export type CountNote = v.InferOutput<typeof CountNote>;

/** Makes and checks signatures. A signed cursor was issued by the server. */
export type Seals = {
  readonly seal: (text: string) => string;
  readonly isSealed: (text: string, seal: string | undefined) => boolean;
};

/** The server's signature over the change number. Cursors of older versions have none. */
const Seal = v.optional(v.string());

const frame = { seal: Seal, user: Whole, epoch: v.string(), rev: Whole, issuedMs: Whole, place: CursorPosition };

const Cursor = v.variant('phase', [
  /** `rev` is the number noted at the start of the walk. */
  v.object({ phase: v.literal('snapshot'), ...frame, noted: v.optional(CountNote) }),
  /** Everything up to and including row `id` of step `step` of number `rev` has been given. */
  v.object({ phase: v.literal('since'), ...frame, noted: v.optional(CountNote) }),
]);
export type Cursor = v.InferOutput<typeof Cursor>;
export type CursorPosition = v.InferOutput<typeof CursorPosition>;

/** The place before the first row of step 0. */
export const FROM_START: CursorPosition = { step: 0, id: 0, at: null };

/** The place after the last row of a number: only rows of greater numbers follow. */
export const AFTER_ALL: CursorPosition = { step: CHANGE_STEPS.length, id: 0, at: null };

/**
 * How long tombstones are kept, and therefore how old a cursor may be (src/sync/promises.md, Pull).
 */
export const CURSOR_MAX_AGE_MS = 180 * 86_400_000;

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** null when there is no cursor or it can't be read. */
export function decodeCursor(text: string | undefined): Cursor | null {
  if (text === undefined || text === '') return null;
  try {
    const parsed = v.safeParse(Cursor, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** What the feed needs of the watch over rollbacks (server/operation/rollbacks.ts). */
export type CursorWatch = {
  /**
   * Signs the change number of a cursor, so that no cursor ahead of the counter can be invented.
   */
  readonly seal: (text: string) => string;
  readonly isSealed: (text: string, seal: string | undefined) => boolean;
  /**
   * Reports that a device has seen a change that the database does not have. Resolves when the
   * tenant's numbers are lifted.
   */
  readonly seenAhead: (seen: { readonly tenantId: number; readonly rev: number }) => Promise<void>;
};
