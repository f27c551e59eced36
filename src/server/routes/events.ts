// "There is more", live (src/sync/promises.md, Pull): server-sent events without content. A stream
// ends with its session, at once, and with the server. Each person holds a few streams at most, and
// the process as many as are configured; devices beyond that poll.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { sharerOfTenant } from '../db/database.ts';
import { askedBy } from '../http/plugins/session.ts';
import { route } from '../http/route.ts';
import { problems } from '../reporting/errors.ts';
import { every } from '../reporting/timers.ts';

const HEARTBEAT_MS = 25_000;
/** One per device, and a margin for devices that left without closing theirs. */
const STREAMS_PER_PERSON = 10;
const FULL_RETRY_SECONDS = 60;

export function registerEvents(app: FastifyInstance): void {
  /**
   * The open streams, oldest first: the function that ends a stream, and the person that it belongs
   * to.
   */
  const streams = new Map<() => void, number>();
  app.addHook('preClose', async () => {
    for (const end of streams.keys()) end();
  });

  route(app, {
    method: 'GET',
    url: '/api/events',
    access: 'authenticated',
    summary: 'Server-sent events that say: there is more.',
    countsAsUse: false,
    handler: async ({ actor, services, request, reply }) => {
      const { sessionToken: token, session } = request;
      if (token === null || session === null) throw problems.unauthenticated();
      // A request that another site caused neither opens a stream nor ends that of a device (S153).
      if (askedBy(request) === 'elsewhere') throw problems.forbidden();
      const own = [...streams].filter(([, userId]) => userId === actor.userId);
      if (own.length >= STREAMS_PER_PERSON) own[0]?.[0]();
      if (streams.size >= services.config.eventStreamsMax || app.isCrowded(request))
        throw problems.unavailable(FULL_RETRY_SECONDS);
      const write = openStream(reply);
      const unsubscribe = services.events.subscribe(actor.tenantId, (rev) => {
        write(`event: more\ndata: ${JSON.stringify({ rev })}\n\n`);
      });
      const look = async (alive?: string): Promise<void> => {
        const found = await app.sessions
          .find(token, {
            now: services.clock(),
            countsAsUse: false,
            isFromHere: true,
            sharer: sharerOfTenant(actor.tenantId),
          })
          // The database can't be reached: the stream stays open, and the next heartbeat asks
          // again.
          .catch(() => 'unknown' as const);
        if (found !== 'unknown' && found?.person?.user_id !== actor.userId) end();
        else if (alive !== undefined) write(alive);
      };
      const beat = (): Promise<void> => look(': still here\n\n');
      const unwatch = services.events.watchSession(session.tokenHash, () => void look());
      const heartbeat = every(HEARTBEAT_MS, { name: 'heartbeat', log: request.log, work: beat });
      const end = (): void => {
        streams.delete(end);
        void heartbeat.stop();
        unsubscribe();
        unwatch();
        reply.raw.end();
      };
      streams.set(end, actor.userId);
      reply.raw.on('close', end);
      // The session may have ended before it was watched.
      void look();
      return undefined;
    },
  });
}

/**
 * Takes the answer over from the framework. A client that stops reading is cut off, and reconnects
 * when it can.
 */
function openStream(reply: FastifyReply): (text: string) => void {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...plainHeaders(reply),
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'private, no-store',
    Connection: 'keep-alive',
    'X-Accel-Buffering': 'no',
  });
  reply.raw.write('retry: 3000\n: hello\n\n');
  return (text) => {
    if (reply.raw.writableEnded || reply.raw.destroyed) return;
    if (reply.raw.writableNeedDrain) reply.raw.destroy();
    else reply.raw.write(text);
  };
}

/** The headers that the security plugin has set so far. */
function plainHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}
