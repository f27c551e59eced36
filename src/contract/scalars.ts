// The basic schemas of the wire.

import { isCalendarDay } from '#domain/dates.ts';
import * as v from 'valibot';

/** Row ids: 1 … 2^53−1 (default 4). */
export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** `yyyy-mm-dd`, real days only. */
export const Day = v.pipe(v.string(), v.check(isCalendarDay, 'limit_date_invalid'));

/** An instant as the server writes it: ISO 8601 in UTC with milliseconds. */
export const Instant = v.pipe(v.string(), v.isoTimestamp());

/** Number of the change in which a row was last written. */
export const Rev = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The id of a command, which is its idempotency key. */
export const Uuid = v.pipe(v.string(), v.uuid());

/** The number of characters of a document's mark that its row contains. */
export const MARK_LENGTH = 8;
/**
 * Identifies the document (S168): the mark in its row, or the id of the command that created it.
 */
export const Mark = v.pipe(v.string(), v.maxLength(36));

/** SHA-256 in lower-case hexadecimal. */
export const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

export const ActiveStatus = v.picklist(['active', 'inactive']);
export type ActiveStatus = v.InferOutput<typeof ActiveStatus>;
