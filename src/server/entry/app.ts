// Builds the application without a socket: main.ts listens on it, and tests inject requests into
// it.

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type SchemaWatch, watchSchema } from '../db/migrate.ts';
import { addClient } from '../http/plugins/client.ts';
import { addConnections } from '../http/plugins/connections.ts';
import { addBodyEnds, addEarlyAnswers, addUnread } from '../http/plugins/early-answers.ts';
import { addErrors } from '../http/plugins/errors.ts';
import { addForms, parseQuery } from '../http/plugins/forms.ts';
import { addLimits } from '../http/plugins/limits.ts';
import { addOverload, addSharers, addShares, createShares } from '../http/plugins/overload.ts';
import { addSecurity } from '../http/plugins/security.ts';
import { addCsrf, addSessionCookie, addSessions } from '../http/plugins/session.ts';
import { addTags } from '../http/plugins/tags.ts';
import { addVersion } from '../http/plugins/version.ts';
import type { AnyRoute, Method } from '../http/route-declaration.ts';
import { addStoredKeys } from '../http/with-files.ts';
import { tellAddress } from '../reporting/security-log.ts';
import { registerRoutes } from '../routes/register-routes.ts';
import type { Services } from '../services/services.ts';
import { createSessionStore, type SessionStore } from '../sessions/session-store.ts';

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    sessions: SessionStore;
    schema: SchemaWatch;
  }
}

const BODY_MAX_BYTES = 2 * 1024 * 1024;
const HEADERS_TIMEOUT_MS = 30_000;
const CHECK_EVERY_MS = 2000;
/**
 * A connection on which no byte moves for this long is closed. Event streams send heartbeats, so
 * they stay open.
 */
const SILENCE_TIMEOUT_MS = 60_000;
const NOWHERE = '/api/unreadable';

type AppOptions = {
  readonly services: Services;
  /** Key that signs CSRF tokens and challenges. */
  readonly secret: string;
  /** Folder of the built client; null serves the API alone. */
  readonly clientDir: string | null;
};

/** Builds the application. The caller owns the services and closes them. */
export async function buildApp({ services, secret, clientDir }: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: services.log,
    // Fastify's own request log is off: `addRequestLog` below writes one line per request, without
    // the query string.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(services.config.trustProxy),
    bodyLimit: BODY_MAX_BYTES,
    connectionTimeout: SILENCE_TIMEOUT_MS,
    requestTimeout: 0,
    keepAliveTimeout: 55_000,
    forceCloseConnections: 'idle',
    // Checked often: at Node's own interval a client could take twice HEADERS_TIMEOUT_MS to send
    // its headers.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    // Fastify answers an address that it can't decode before any plugin runs. Such an address is
    // sent through the routes as one that does not exist, so that it gets the usual 404.
    frameworkErrors: (...[, request, reply]: [unknown, FastifyRequest, FastifyReply]) => {
      request.raw.url = NOWHERE;
      app.routing(request.raw, reply.raw);
    },
    routerOptions: { querystringParser: parseQuery, maxParamLength: 200 },
  }) as unknown as FastifyInstance;
  app.decorate('services', services);
  app.decorate('schema', watchSchema(services.database));
  app.decorate('routeTable', new Map<string, Map<Method, AnyRoute>>());
  addRequestLog(app);
  addErrors(app);
  addConnections(app, { openFiles: openFilesMax() });
  await addSecurity(app);
  addEarlyAnswers(app);
  addBodyEnds(app);
  addVersion(app);
  await addSessionCookie(app, createSessionStore({ database: services.database, secret }));
  const shares = createShares();
  const refuse = await addOverload(app, shares);
  addTags(app);
  addUnread(app);
  await addLimits(app);
  addSharers(app, shares);
  addSessions(app);
  addShares(app, { shares, refuse });
  addCsrf(app);
  await addForms(app);
  addStoredKeys(app);
  registerRoutes(app, { secret });
  await addClient(app, clientDir);
  return app;
}

/**
 * The value of Fastify's `trustProxy`. A number trusts only so many of the nearest proxies: what a
 * client further away wrote into their headers is not believed.
 */
function trusted(proxies: number | string) {
  return typeof proxies === 'string' ? proxies : (...[, hop]: [string, number]) => hop < proxies;
}

/**
 * Logs one line per request of the API: method, route, request id, status, time and person. Neither
 * the rest of the address nor a body is logged.
 */
function addRequestLog(app: FastifyInstance): void {
  if (app.services.config.logClientAddress)
    app.addHook('onRequest', async (request) => tellAddress(request.log, request.ip));
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.session !== true) return;
    request.log.info(
      {
        event: 'request',
        method: request.method,
        path: request.routeOptions.url,
        id: Number((request.params as { id?: string }).id) || undefined,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.actor?.userId,
      },
      'request',
    );
  });
}

/** How many files this process may have open; Infinity where the system sets no limit. */
function openFilesMax(): number {
  const { report } = process;
  // Otherwise the report looks up the names of all connected machines, and waits for that.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit : Infinity;
}
