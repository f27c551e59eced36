// The cookie with the marks of the people whose data this browser holds (S118).

import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import { isSecure } from './security.ts';

const NAME = 'malote_device';
/**
 * The cookie's name on https. With its prefix, no other host of the domain and no plain http can
 * set it.
 */
const HOST_NAME = '__Host-malote_device';
/** No browser keeps a cookie for longer. */
const KEPT_SECONDS = 400 * 86_400;

export type DeviceCookie = {
  /** Whether this browser has held the person's data, and has not reported that it erased them. */
  isMarked(request: FastifyRequest, userId: number): boolean;
  /** Notes in the cookie that this browser holds the person's data from now on. */
  mark(reply: FastifyReply, userId: number): void;
  /** Removes the marks of these people: all their data on the device was erased. */
  unmark(reply: FastifyReply, userIds: readonly number[]): void;
};

export function deviceCookie(marks: DeviceMarks): DeviceCookie {
  const give = (reply: FastifyReply, value: string): void => {
    const { request } = reply;
    const secure = isSecure(request);
    const attributes = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure };
    const name = secure ? HOST_NAME : NAME;
    if (value === '') reply.clearCookie(name, attributes);
    else reply.setCookie(name, value, { ...attributes, maxAge: KEPT_SECONDS });
    if (secure && request.cookies[NAME] !== undefined) reply.clearCookie(NAME, attributes);
  };
  return {
    isMarked: (request, userId) => marks.has(givenBy(request), userId),
    mark: (reply, userId) => give(reply, marks.withPerson(givenBy(reply.request), userId)),
    unmark(reply, userIds) {
      const given = givenBy(reply.request);
      if (given !== undefined) give(reply, marks.without(given, userIds));
    },
  };
}

/**
 * The cookie's value, under its present name or the one without prefix. Devices that were marked on
 * https before the prefix have the old name until they are marked again.
 */
function givenBy(request: FastifyRequest): string | undefined {
  const { cookies } = request;
  return (isSecure(request) ? cookies[HOST_NAME] : undefined) ?? cookies[NAME];
}

/** How many people of a shared tablet are kept. Beyond them, the oldest mark is dropped. */
const MOST_MARKS = 20;
/** 128 bits in base64url. */
const MARK_LENGTH = 22;
const MARK = /^[\w-]{22}$/;
const SEPARATOR = '.';

// The people whose data a browser holds: one mark per person in a cookie that the server sets,
// because a browser deletes what scripts have written, their cookies too, together with the
// databases (S118). A mark is a keyed hash of the person's id, so it names no person and can't be
// forged.

/**
 * `cookie` is the cookie's value, undefined without one. Parts of it that are no marks are ignored.
 */
type DeviceMarks = {
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
