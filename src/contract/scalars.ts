// The basic schemas of the wire.

import { isCalendarDay } from '#domain/dates.ts';
import * as v from 'valibot';

/** Row ids: 1 … 2^53−1 (default 4). */
export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** `yyyy-mm-dd`, real days only. */
export const Day = v.pipe(v.string(), v.check(isCalendarDay, 'limit_date_invalid'));

/** An instant as the server writes it: ISO 8601 in UTC, with milliseconds. */
export const Instant = v.pipe(v.string(), v.isoTimestamp());

/** The change number in which a row was last written. */
export const Rev = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The id of a command, which is its idempotency key. */
export const Uuid = v.pipe(v.string(), v.uuid());

/** The length of a document's mark as rows have it. */
export const MARK_LENGTH = 8;
/**
 * Identifies a document where its id may have been given again (S168): the mark of its row, or the
 * id of the command that created it.
 */
export const Mark = v.pipe(v.string(), v.maxLength(36));

/** SHA-256 in lower-case hexadecimal. */
export const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

export const ActiveStatus = v.picklist(['active', 'inactive']);
export type ActiveStatus = v.InferOutput<typeof ActiveStatus>;

/**
 * References from one row to another. They have what a screen shows of the other row, so that it
 * needs no look-up.
 */
export const OrganizationRef = v.object({ id: Id, name: v.string(), acronym: v.string() });
export type OrganizationRef = v.InferOutput<typeof OrganizationRef>;

const UserRef = v.object({ id: Id, name: v.string(), last_name: v.string() });
type UserRef = v.InferOutput<typeof UserRef>;

export const PersonRef = v.object({ ...UserRef.entries, organization: v.nullable(OrganizationRef) });
export type PersonRef = v.InferOutput<typeof PersonRef>;

export const SubjectRef = v.object({ id: Id, name: v.string() });
export type SubjectRef = v.InferOutput<typeof SubjectRef>;

export const FileRef = v.object({
  id: Id,
  name: v.string(),
  mime_type: v.string(),
  size: v.number(),
  sha256: v.string(),
});
export type FileRef = v.InferOutput<typeof FileRef>;

/**
 * A text of several lines, of at most `max` UTF-16 units. A line break counts as one unit, as its
 * author typed it, although forms write two characters on the wire.
 */
export const prose = (max: number) =>
  v.pipe(
    v.string(),
    v.check((text) => text.replaceAll('\r\n', '\n').length <= max, 'too_long'),
  );
