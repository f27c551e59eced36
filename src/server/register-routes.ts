// Every route of the server, one line per file of routes/.

import type { FastifyInstance } from 'fastify';
import { registerHealth } from './routes/health.ts';
import { registerSessionRoutes } from './routes/session.ts';

export function registerRoutes(app: FastifyInstance, options: { readonly secret: string }): void {
  registerHealth(app);
  registerSessionRoutes(app, options);
}
