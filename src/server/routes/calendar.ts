// The subscribed calendar of a person's deadlines (S67): the person makes and ends its address, and
// calendar programs read it. The token is in the query, because queries are in no log (default 10).

import { PATHS } from '#contract/paths.ts';
import { calendarOf } from '#domain/calendar.ts';
import { dayAt } from '#domain/dates.ts';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { route } from '../http/route.ts';
import { calendarDeadlines } from '../queries/calendar-deadlines.ts';
import { problems } from '../reporting/errors.ts';
import {
  calendarMadeAt,
  FEED_TOKEN,
  makeCalendarFeed,
  ownerOfFeed,
  revokeCalendarFeed,
} from '../sessions/calendar-feed.ts';

const FeedQuery = v.object({ token: v.pipe(v.string(), v.regex(FEED_TOKEN)) });

export function registerCalendar(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: PATHS.calendar,
    access: 'authenticated',
    summary: 'Whether the person has a subscribed calendar, and since when.',
    handler: async ({ actor, services }) => ({ made_at: await calendarMadeAt(services.database, actor) }),
  });

  route(app, {
    method: 'POST',
    url: PATHS.calendar,
    access: 'authenticated',
    summary: 'Makes the address of the own subscribed calendar; the one before it ends.',
    handler: async ({ actor, services, now, reply }) => {
      const token = await makeCalendarFeed(services.database, { ...actor, now });
      reply.code(201).header('Cache-Control', 'no-store');
      return { path: `${PATHS.calendarFeed}?token=${token}`, made_at: new Date(now).toISOString() };
    },
  });

  route(app, {
    method: 'DELETE',
    url: PATHS.calendar,
    access: 'authenticated',
    summary: 'Ends the own subscribed calendar.',
    handler: async ({ actor, services }) => ({ deleted: await revokeCalendarFeed(services.database, actor) }),
  });

  route(app, {
    method: 'GET',
    url: PATHS.calendarFeed,
    access: 'public',
    summary: 'The deadlines of the documents that are with the person whose token it is, as a calendar (RFC 5545).',
    query: FeedQuery,
    countsAsUse: false,
    handler: async ({ query, services, now, request, reply }) => {
      const owner = await ownerOfFeed(services.database, query.token);
      if (owner === null) throw problems.notFound();
      const { tenant_id: tenantId, user_id: userId, acronym } = owner;
      const today = dayAt(now, owner.time_zone);
      const deadlines = await services.database.inTenant(tenantId, (tx) =>
        calendarDeadlines(tx, { tenantId, userId, acronym, today }),
      );
      const text = calendarOf(deadlines, `Prazos de ${owner.name} · ${acronym}`);
      const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
      reply.header('ETag', tag).header('Cache-Control', 'private, no-cache');
      if (isSame(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply.type('text/calendar; charset=utf-8').send(text);
    },
  });
}

/** Compares tags as RFC 9110 requires for `If-None-Match`: weakly, and with any of a list. */
function isSame(sent: string | undefined, tag: string): boolean {
  return (sent ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
