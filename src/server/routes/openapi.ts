import type { FastifyInstance } from 'fastify';
import { describeRoutes } from '../openapi/describe-routes.ts';
import { keptJson } from '../http/kept-answer.ts';
import { route } from '../http/route.ts';

/**
 * GET /api/openapi.json: every route, described from the schemas that validate it. Built and
 * compressed at the first request.
 */
export function registerOpenApi(app: FastifyInstance): void {
  const answer = keptJson(() =>
    describeRoutes([...app.routeTable.values()].flatMap((methods) => [...methods.values()])),
  );
  route(app, {
    method: 'GET',
    url: '/api/openapi.json',
    access: 'public',
    summary: 'This description.',
    countsAsUse: false,
    handler: answer,
  });
}
