// Answers 503 once a newer version has migrated the database under this server: nothing is read or
// written in it any more (S166). Devices keep what they have and come back. The client's own files
// are still served, because they do not need the database.

import type { FastifyInstance } from 'fastify';
import { problems } from '../../reporting/errors.ts';
import { readsSession } from './session.ts';

const AGAIN_SECONDS = 30;

export function addVersion(app: FastifyInstance): void {
  const { events } = app.services;
  events.onMigrated(() => {
    app.schema.look().then(
      () => {
        if (app.schema.isOutdated())
          app.log.error({ event: 'newer_version' }, 'a newer version has migrated the database: start that version');
      },
      // When the look fails, the next health check looks again.
      (error: unknown) =>
        app.log.error({ event: 'version_unknown', err: error }, 'the version of the database could not be asked'),
    );
  });
  app.addHook('onRequest', async (request) => {
    if (app.schema.isOutdated() && readsSession(request)) throw problems.unavailable(AGAIN_SECONDS);
  });
}
