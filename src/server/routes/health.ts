import { VERSION } from '#contract/version.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { probeDatabase } from '../queries/probe-database.ts';
import { StoreUnavailable } from '../files/unavailable.ts';
import { wantOfDatabase } from '../db/unavailable.ts';
import type { Want } from '../config/want.ts';
import { within } from '../reporting/timers.ts';

const PATIENCE_MS = 3000;
/**
 * When all places have been taken for this long and none was given back, the server lets no request
 * in, and this is not a rush that passes.
 */
const STUCK_AFTER_MS = 10_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether this server is about to close its port. */
    departure: { readonly announce: () => void; readonly isAnnounced: () => boolean };
  }
}

const OUTSIDE = { logLevel: 'warn', config: { session: false } } as const;

/**
 * GET /health: 200, or 503 with the name of the part that fails. A part that is full is told as
 * such with 200: reading goes on, and so does everything that needs no room. GET /health/ready, for
 * balancers, says no as well once this server is about to stop. GET /health/live, for supervisors,
 * looks at nothing: a server whose database is away is not made better by a restart. The routes are
 * outside sessions, limits and logs. However many clients ask, the parts are checked by one check
 * at a time.
 */
export function registerHealth(app: FastifyInstance): void {
  const { database, files } = app.services;
  const parts: Record<string, () => Promise<unknown>> = {
    places: async () => {
      if (app.places.stuckForMs() > STUCK_AFTER_MS) throw new Error('nobody is let in');
    },
    database: () => probeDatabase(database),
    version: async () => {
      await app.schema.look();
      if (app.schema.isOutdated()) throw new Error('a newer version has migrated the database');
    },
    files: () => files.check(),
  };
  let asked: Promise<Failing | null> | null = null;

  let isLeaving = false;
  app.decorate('departure', { announce: () => void (isLeaving = true), isAnnounced: () => isLeaving });

  const tell = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.header('Cache-Control', 'no-store');
    asked ??= failingOf(parts).finally(() => (asked = null));
    const failing = await asked;
    if (failing === null) return { status: 'ok' };
    const { part, error } = failing;
    request.log.error({ part, err: error }, 'health check failed');
    if (wantOf(error) === 'full') return { status: 'full', part };
    return away(reply, part);
  };
  app.get('/health', OUTSIDE, tell);
  app.get('/health/ready', OUTSIDE, async (request, reply) =>
    isLeaving ? away(reply, 'stopping') : tell(request, reply),
  );
  app.get('/health/live', OUTSIDE, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { status: 'ok', version: VERSION };
  });
}

function away(reply: FastifyReply, part: string): FastifyReply {
  return reply
    .code(503)
    .header('Cache-Control', 'no-store')
    .header('Retry-After', '5')
    .send({ status: 'unavailable', part });
}

type Failing = { readonly part: string; readonly error: unknown };

async function failingOf(parts: Readonly<Record<string, () => Promise<unknown>>>): Promise<Failing | null> {
  for (const [part, check] of Object.entries(parts)) {
    const error = await failureOf(check);
    if (error !== null) return { part, error };
  }
  return null;
}

function wantOf(error: unknown): Want | null {
  return error instanceof StoreUnavailable ? error.want : wantOfDatabase(error);
}

async function failureOf(check: () => Promise<unknown>): Promise<unknown> {
  try {
    await within(PATIENCE_MS, { work: check, late: () => new Error('too slow') });
    return null;
  } catch (error) {
    return error;
  }
}
