import type { FastifyInstance } from 'fastify';
import { probeDatabase } from '../queries/probe-database.ts';
import { StoreUnavailable } from '../files/unavailable.ts';
import { wantOfDatabase } from '../db/unavailable.ts';
import type { Want } from '../config/want.ts';
import { within } from '../reporting/timers.ts';

const PATIENCE_MS = 3000;
/**
 * When all places have been taken for this long and none was given back, the server lets no request in, and this is not a
 * rush that passes.
 */
const STUCK_AFTER_MS = 10_000;

/**
 * GET /health: 200, or 503 with the name of the part that fails. A part that is full is told as such with 200: reading goes on, and
 * so does everything that needs no room. The route is outside sessions, limits and logs. However
 * many clients ask, the parts are checked by one check at a time.
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

  app.get('/health', { logLevel: 'warn', config: { session: false } }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    asked ??= failingOf(parts).finally(() => (asked = null));
    const failing = await asked;
    if (failing === null) return { status: 'ok' };
    const { part, error } = failing;
    request.log.error({ part, err: error }, 'health check failed');
    if (wantOf(error) === 'full') return { status: 'full', part };
    return reply.code(503).header('Retry-After', '5').send({ status: 'unavailable', part });
  });
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
