// Overload (default 11): a request that comes when all places are taken, or all of its share
// (S158), is told at once when to come back, before a query is made for it. The requests inside are
// answered in time because of that. A request holds a place from its arrival until its body begins
// to arrive, and again while it is answered (mount-route.ts), except while files are joined for it
// (with-files.ts). The first stay ends at preParsing or onSend, one of which Fastify always
// reaches, the others with the work itself, whatever happens to the socket. No event of a socket
// takes a place.

import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PATHS } from '#contract/paths.ts';
import { problems } from '../../reporting/errors.ts';
import { every } from '../../reporting/timers.ts';
import { isBringing } from './early-answers.ts';
import { createPlaces, INSIDE_MAX, type Refuse } from './places.ts';
import type { Shares } from './shares.ts';
import { readsSession } from './session.ts';

const EVENT_LOOP_DELAY_MAX_MS = 1500;
const RETRY_MAX_MS = 30_000;
const SWEEP_EVERY_MS = 5000;

/**
 * Must be added after addSecurity, whose headers every answer bears, and addSessionCookie, and
 * before all other hooks that cost anything.
 */
export async function addOverload(app: FastifyInstance, shares: Shares): Promise<Refuse> {
  const places = createPlaces<FastifyRequest>({ max: INSIDE_MAX, now: () => performance.now() });
  app.decorate('places', places);
  let lastTurn = 0;

  /**
   * Gives each refused request its own time to come back, as far apart as requests leave, so that
   * clients refused together do not come back together.
   */
  const refuse: Refuse = (request) => {
    if (!readsSession(request)) return;
    const now = performance.now();
    lastTurn = Math.min(Math.max(lastTurn, now) + places.meanStayMs() / INSIDE_MAX, now + RETRY_MAX_MS);
    throw problems.unavailable(Math.ceil((lastTurn - now) / 1000));
  };
  const leave = async (request: FastifyRequest): Promise<void> => places.giveBack(request);

  app.decorate('onPlace', async <Result>(request: FastifyRequest, work: () => Promise<Result>) => {
    if (!places.hasRoomFor(request)) refuse(request);
    return places.during(request, work);
  });

  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: EVENT_LOOP_DELAY_MAX_MS,
    pressureHandler: (request) => {
      // A person with one request at work is told to come back. The first one of everybody is let
      // in, however slow the machine is.
      places.assign(request, shares.of(request));
      if (places.isServed(request)) refuse(request);
    },
  });
  app.addHook('onRequest', async (request) => {
    // Event streams have a bound of their own.
    if (!readsSession(request) || request.routeOptions.url === PATHS.events) return;
    places.assign(request, shares.of(request));
    if (!places.hasRoomFor(request)) refuse(request);
    places.take(request);
  });
  app.addHook('preParsing', async (request, reply) => {
    if (request.raw.socket.destroyed) {
      // The rest of the body will never come, and no client waits for an answer.
      places.giveBack(request);
      reply.hijack();
    } else if (isBringing(request)) {
      // A request that still brings bytes gives its place back while it does: neither a slow upload
      // nor a slow attacker keeps others out.
      places.giveBack(request);
    }
  });
  // A client that reads its answer slowly does not keep others out either.
  app.addHook('onSend', leave);

  const sweep = (): void => {
    for (const { holder, heldMs } of places.sweep()) {
      const facts = { method: holder.method, path: holder.routeOptions.url, ms: Math.round(heldMs) };
      holder.log.error(facts, 'a request kept its place for too long');
    }
  };
  const watchdog = every(SWEEP_EVERY_MS, { name: 'places', log: app.log, work: sweep });
  app.addHook('onClose', watchdog.stop);
  return refuse;
}
