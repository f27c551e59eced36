// Overload (hardening): who comes when the house is full is told at the door when to come back, before a query is made for
// it; whoever is inside is served in time because of that.

import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomInt } from 'node:crypto';
import { PATHS } from '#contract/paths.ts';
import { problems } from '../errors.ts';
import { readsSession } from './session.ts';

/** At work at once: four for each database connection. More only wait longer, and all of them. */
export const INSIDE_MAX = 64;
const EVENT_LOOP_DELAY_MAX_MS = 1500;
const RETRY_SECONDS_MAX = 5;

/** After addSessionCookie, before addSessions. */
export async function addOverload(app: FastifyInstance): Promise<void> {
  await app.register(fastifyUnderPressure, { maxEventLoopDelay: EVENT_LOOP_DELAY_MAX_MS, pressureHandler: refuse });

  const inside = new Set<FastifyRequest>();
  app.addHook('onRequest', async (request) => {
    // Streams of events have a bound of their own.
    if (!readsSession(request) || request.routeOptions.url === PATHS.events) return;
    if (inside.size >= INSIDE_MAX) refuse(request);
    inside.add(request);
  });
  // Who still brings bytes is let in but keeps nobody out: a slow upload is no work, and neither is a slow attacker.
  app.addHook('preParsing', async (request, reply) => {
    if (request.raw.complete || !isBringing(request) || !inside.delete(request)) return;
    request.raw.once('end', () => {
      if (!reply.sent) inside.add(request);
    });
  });
  // Nor does who takes a file away slowly.
  app.addHook('onSend', async (request) => void inside.delete(request));
  app.addHook('onResponse', async (request) => void inside.delete(request));
}

function isBringing({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Not everyone at the same moment again. */
function refuse(request: FastifyRequest): void {
  if (readsSession(request)) throw problems.unavailable(randomInt(1, RETRY_SECONDS_MAX + 1));
}
