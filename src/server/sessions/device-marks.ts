// The people whose data a browser holds: one mark per person in a cookie that the server sets,
// because a browser deletes what scripts have written, their cookies too, together with the
// databases (S118). A mark is a keyed hash of the person's id, so it names no person and can't be
// forged.

import { createHmac } from 'node:crypto';

/** The people of a shared tablet; the mark that was given first goes first. */
const MOST_MARKS = 20;
/** 128 bits in base64url. */
const MARK_LENGTH = 22;
const MARK = /^[\w-]{22}$/;
const SEPARATOR = '.';

/**
 * `cookie` is the cookie's value, undefined without one. What is no mark in it counts as nothing.
 */
export type DeviceMarks = {
  has(cookie: string | undefined, userId: number): boolean;
  /** The value with this person's mark as the newest. */
  withPerson(cookie: string | undefined, userId: number): string;
  /** The value without these people's marks; empty when none is left. */
  without(cookie: string | undefined, userIds: readonly number[]): string;
};

export function createDeviceMarks({ secret }: { readonly secret: string }): DeviceMarks {
  // Ids of people are unique across tenants.
  const markOf = (userId: number): string =>
    createHmac('sha256', secret).update(`device:${userId}`).digest('base64url').slice(0, MARK_LENGTH);
  const without: DeviceMarks['without'] = (cookie, userIds) => {
    const gone = new Set(userIds.map(markOf));
    return marksIn(cookie)
      .filter((mark) => !gone.has(mark))
      .join(SEPARATOR);
  };
  return {
    has: (cookie, userId) => marksIn(cookie).includes(markOf(userId)),
    withPerson: (cookie, userId) =>
      [...marksIn(without(cookie, [userId])), markOf(userId)].slice(-MOST_MARKS).join(SEPARATOR),
    without,
  };
}

function marksIn(cookie = ''): string[] {
  return cookie
    .split(SEPARATOR)
    .filter((mark) => MARK.test(mark))
    .slice(-MOST_MARKS);
}
