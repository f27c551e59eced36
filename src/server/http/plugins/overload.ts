// Overload (default 11): who comes when the house is full is told at the door when to come back, before a query is made for
// it; whoever is inside is served in time because of that.
//
// A request holds a place from the door until its body begins to arrive, and again while it is answered (mount-route.ts). Both
// end whatever happens to its socket: the first at preParsing or onSend, one of which Fastify always reaches, the second with
// the work itself. Nothing takes a place when a socket says something.

import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PATHS } from '#contract/paths.ts';
import { problems } from '../../reporting/errors.ts';
import { isBringing } from './early-answers.ts';
import { createPlaces, type Places } from './places.ts';
import { readsSession } from './session.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Requests at work. */
    places: Places<FastifyRequest>;
  }
}

/** At work at once: four for each database connection. More only wait longer, and all of them. */
export const INSIDE_MAX = 64;
const EVENT_LOOP_DELAY_MAX_MS = 1500;
const RETRY_MAX_MS = 30_000;
const SWEEP_EVERY_MS = 5000;

/** After addSessionCookie, before addSessions. */
export async function addOverload(app: FastifyInstance): Promise<void> {
  const places = createPlaces<FastifyRequest>({ max: INSIDE_MAX, now: () => performance.now() });
  app.decorate('places', places);
  let lastTurn = 0;

  /** Turns are as far apart as requests leave a full house: those who were refused together don't come back together. */
  const refuse = (request: FastifyRequest): void => {
    if (!readsSession(request)) return;
    const now = performance.now();
    lastTurn = Math.min(Math.max(lastTurn, now) + places.meanStayMs() / INSIDE_MAX, now + RETRY_MAX_MS);
    throw problems.unavailable(Math.ceil((lastTurn - now) / 1000));
  };
  const leave = async (request: FastifyRequest): Promise<void> => places.giveBack(request);

  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: EVENT_LOOP_DELAY_MAX_MS,
    pressureHandler: (request) => {
      // A machine that is slow for other reasons is no reason to send its only visitor away.
      if (places.size() > 0) refuse(request);
    },
  });
  app.addHook('onRequest', async (request) => {
    // Streams of events have a bound of their own.
    if (!readsSession(request) || request.routeOptions.url === PATHS.events) return;
    if (places.isFull()) refuse(request);
    places.take(request);
  });
  app.addHook('preParsing', async (request, reply) => {
    if (request.raw.socket.destroyed) {
      // The rest of its body will never come, and nobody waits for an answer.
      places.giveBack(request);
      reply.hijack();
    } else if (isBringing(request)) {
      // Who still brings bytes is let in but keeps nobody out: a slow upload is no work, and neither is a slow attacker.
      places.giveBack(request);
    }
  });
  // Nor does who takes a file away slowly.
  app.addHook('onSend', leave);

  const watchdog = setInterval(() => {
    for (const { holder, heldMs } of places.sweep()) {
      const facts = { method: holder.method, path: holder.routeOptions.url, ms: Math.round(heldMs) };
      holder.log.error(facts, 'a request kept its place for too long');
    }
  }, SWEEP_EVERY_MS);
  watchdog.unref();
  app.addHook('onClose', async () => clearInterval(watchdog));
}
