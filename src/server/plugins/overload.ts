// Overload (hardening): who comes when the house is full is told at the door when to come back, before a query is made for
// it; whoever is inside is served in time because of that.

import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PATHS } from '#contract/paths.ts';
import { problems } from '../errors.ts';
import { readsSession } from './session.ts';

/** At work at once: four for each database connection. More only wait longer, and all of them. */
export const INSIDE_MAX = 64;
const EVENT_LOOP_DELAY_MAX_MS = 1500;
const RETRY_MAX_MS = 30_000;
/** How much the latest stay counts in the mean. */
const LATEST_SHARE = 0.05;

/** After addSessionCookie, before addSessions. */
export async function addOverload(app: FastifyInstance): Promise<void> {
  /** Since when. */
  const inside = new Map<FastifyRequest, number>();
  let meanStayMs = 100;
  let lastTurn = 0;

  /** Turns are as far apart as requests leave a full house: those who were refused together don't come back together. */
  const refuse = (request: FastifyRequest): void => {
    if (!readsSession(request)) return;
    const now = performance.now();
    lastTurn = Math.min(Math.max(lastTurn, now) + meanStayMs / INSIDE_MAX, now + RETRY_MAX_MS);
    throw problems.unavailable(Math.ceil((lastTurn - now) / 1000));
  };
  const leave = async (request: FastifyRequest): Promise<void> => {
    const since = inside.get(request);
    if (since === undefined) return;
    inside.delete(request);
    meanStayMs += LATEST_SHARE * (performance.now() - since - meanStayMs);
  };

  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: EVENT_LOOP_DELAY_MAX_MS,
    pressureHandler: (request) => {
      // A machine that is slow for other reasons is no reason to send its only visitor away.
      if (inside.size > 0) refuse(request);
    },
  });
  app.addHook('onRequest', async (request) => {
    // Streams of events have a bound of their own.
    if (!readsSession(request) || request.routeOptions.url === PATHS.events) return;
    if (inside.size >= INSIDE_MAX) refuse(request);
    inside.set(request, performance.now());
  });
  // Who still brings bytes is let in but keeps nobody out: a slow upload is no work, and neither is a slow attacker.
  app.addHook('preParsing', async (request, reply) => {
    if (request.raw.complete || !isBringing(request) || !inside.delete(request)) return;
    request.raw.once('end', () => {
      if (!reply.sent) inside.set(request, performance.now());
    });
  });
  // Nor does who takes a file away slowly.
  app.addHook('onSend', leave);
  app.addHook('onResponse', leave);
}

function isBringing({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
