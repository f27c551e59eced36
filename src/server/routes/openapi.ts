import type { FastifyInstance } from 'fastify';
import { describeRoutes } from '../openapi/describe-routes.ts';
import { route } from '../http/route.ts';

/** GET /api/openapi.json: every route, described from the schemas that validate it. Built at the first request. */
export function registerOpenApi(app: FastifyInstance): void {
  let description: unknown = null;
  route(app, {
    method: 'GET',
    url: '/api/openapi.json',
    access: 'public',
    summary: 'This description.',
    countsAsUse: false,
    handler: async () => {
      description ??= describeRoutes([...app.routeTable.values()].flatMap((methods) => [...methods.values()]));
      return description;
    },
  });
}
