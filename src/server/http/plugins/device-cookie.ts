// The cookie with the marks of the people whose data this browser holds (S118).

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceMarks } from '../../sessions/device-marks.ts';
import { isSecure } from './security.ts';

const NAME = 'malote_device';
/** No browser keeps a cookie for longer. */
const KEPT_SECONDS = 400 * 86_400;

export type DeviceCookie = {
  /** Whether this browser has held the person's data, and nobody has said since that they were erased. */
  isMarked(request: FastifyRequest, userId: number): boolean;
  /** From now on this browser holds the person's data. */
  mark(reply: FastifyReply, userId: number): void;
  /** The data of these people were erased, with nothing of theirs left. */
  unmark(reply: FastifyReply, userIds: readonly number[]): void;
};

export function deviceCookie(marks: DeviceMarks): DeviceCookie {
  const give = (reply: FastifyReply, value: string): void => {
    const attributes = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure: isSecure(reply.request) };
    if (value === '') reply.clearCookie(NAME, attributes);
    else reply.setCookie(NAME, value, { ...attributes, maxAge: KEPT_SECONDS });
  };
  return {
    isMarked: (request, userId) => marks.has(request.cookies[NAME], userId),
    mark: (reply, userId) => give(reply, marks.withPerson(reply.request.cookies[NAME], userId)),
    unmark(reply, userIds) {
      const given = reply.request.cookies[NAME];
      if (given !== undefined) give(reply, marks.without(given, userIds));
    },
  };
}
