// The application without a socket: main.ts listens, tests inject.

import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AnyRoute, Method } from '../http/route.ts';
import { addClient } from '../http/plugins/client.ts';
import { addCsrf } from '../http/plugins/csrf.ts';
import { addEarlyAnswers } from '../http/plugins/early-answers.ts';
import { addErrors } from '../http/plugins/errors.ts';
import { addForms, parseQuery } from '../http/plugins/forms.ts';
import { addLimits } from '../http/plugins/limits.ts';
import { addOverload } from '../http/plugins/overload.ts';
import { addSecurity } from '../http/plugins/security.ts';
import { addSessionCookie, addSessions } from '../http/plugins/session.ts';
import { registerRoutes } from '../routes/register-routes.ts';
import type { Services } from '../once/services.ts';
import { createSessionStore, type SessionStore } from '../sessions/session-store.ts';

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    sessions: SessionStore;
  }
}

const BODY_MAX_BYTES = 2 * 1024 * 1024;
const HEADERS_TIMEOUT_MS = 30_000;
const CHECK_EVERY_MS = 2000;
/** A connection on which nothing moves for this long is closed; events keep theirs alive. */
const SILENCE_TIMEOUT_MS = 60_000;
const NOWHERE = '/api/unreadable';

export type AppOptions = {
  readonly services: Services;
  /** Signs CSRF tokens and challenges. */
  readonly secret: string;
  /** Folder of the built client; null: only the API. */
  readonly clientDir: string | null;
};

/** Builds the application; the caller owns (and closes) the services. */
export async function buildApp({ services, secret, clientDir }: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: services.log,
    // One line a request is written below, without its query.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(services.config.trustProxy),
    bodyLimit: BODY_MAX_BYTES,
    connectionTimeout: SILENCE_TIMEOUT_MS,
    requestTimeout: 0,
    keepAliveTimeout: 55_000,
    forceCloseConnections: 'idle',
    // Looked at often: at Node's own pace headers would have twice their time.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    // Addresses that can't be read would be answered before any plugin: they become one that is not there.
    frameworkErrors: (...[, request, reply]: [unknown, FastifyRequest, FastifyReply]) => {
      request.raw.url = NOWHERE;
      app.routing(request.raw, reply.raw);
    },
    routerOptions: { querystringParser: parseQuery, maxParamLength: 200 },
  }) as unknown as FastifyInstance;
  app.decorate('services', services);
  app.decorate('routeTable', new Map<string, Map<Method, AnyRoute>>());
  addRequestLog(app);
  addErrors(app);
  await addSecurity(app);
  await addSessionCookie(app, createSessionStore({ database: services.database, secret }));
  await addLimits(app);
  addEarlyAnswers(app);
  await addOverload(app);
  addSessions(app);
  addCsrf(app);
  await addForms(app);
  registerRoutes(app, { secret });
  await addClient(app, clientDir);
  return app;
}

/** The nearest proxies alone: what was said to them by others is not believed. */
function trusted(proxies: number | string) {
  return typeof proxies === 'string' ? proxies : (...[, hop]: [string, number]) => hop < proxies;
}

/** One line per request of the API: method, route, its id, status, time, person; nothing else of the address, no body. */
function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.session !== true) return;
    request.log.info(
      {
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
