// The cookie with the marks of the people whose data this browser holds (S118).

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceMarks } from '../../sessions/device-marks.ts';
import { isSecure } from './security.ts';

const NAME = 'malote_device';
/** On https no other host of the domain, and no plain http, can set it. */
const HOST_NAME = '__Host-malote_device';
/** No browser keeps a cookie for longer. */
const KEPT_SECONDS = 400 * 86_400;

export type DeviceCookie = {
  /** Whether this browser has held the person's data, and has not reported that it erased them. */
  isMarked(request: FastifyRequest, userId: number): boolean;
  /** From now on this browser holds the person's data. */
  mark(reply: FastifyReply, userId: number): void;
  /** The data of these people were erased, with nothing of theirs left. */
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
 * Devices that were marked on https before the name had its prefix bear the old one until they are
 * marked again.
 */
function givenBy(request: FastifyRequest): string | undefined {
  const { cookies } = request;
  return (isSecure(request) ? cookies[HOST_NAME] : undefined) ?? cookies[NAME];
}
