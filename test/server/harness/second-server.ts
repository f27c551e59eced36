// Another server over the same database and files, as on a second machine.

import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/entry/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { openEventBus } from '#server/events/event-bus.ts';
import type { Services } from '#server/services/services.ts';
import { TEST_SECRET, type TestServer } from './harness.ts';

export type SecondServer = {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly close: () => Promise<void>;
};

export async function startSecondServer(first: TestServer): Promise<SecondServer> {
  const { connection } = first;
  const database = await openDatabase({ connection, maxConnections: 4, checkRows: true });
  const events = await openEventBus({ connection, log: first.services.log });
  const services: Services = { ...first.services, database, events };
  const app = await buildApp({ services, secret: TEST_SECRET, clientDir: null });
  await app.ready();
  return {
    app,
    services,
    async close() {
      await app.close();
      await events.close();
      await database.close();
    },
  };
}
