// The real application in this process, over any database and files. It knows nothing of vitest, so
// that a test in a browser can let weeks pass with it.

import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { buildApp } from '#server/entry/app.ts';
import { readConfig } from '#server/config/config.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { openEventBus } from '#server/events/event-bus.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { type RollbackWatch, watchRollbacks } from '#server/operation/rollbacks.ts';
import { createLog } from '#server/reporting/log.ts';
import type { Services } from '#server/services/services.ts';
import { openReceiptKeys } from '#server/signing/receipt-keys.ts';

export type AppParts = {
  /** The owner's connection. */
  readonly connection: pg.ClientConfig;
  /** The way through a pooler; absent: none. */
  readonly pooled?: pg.PoolConfig;
  readonly files: FileStore;
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Receives the lines of the log, at level debug; absent: no log. */
  readonly logTo?: string[];
  /** Database connections for tenants' work. */
  readonly connections: number;
  /** Folder of a built client to serve; null: only the API. */
  readonly clientDir: string | null;
  /** Additional routes for a test. */
  readonly routes?: (app: FastifyInstance) => void;
};

export type OpenApp = {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** It does not look by itself. */
  readonly rollbacks: RollbackWatch;
  readonly database: Database;
  /** Texts of the statements since the last `statements.length = 0`. */
  readonly statements: string[];
  readonly close: () => Promise<void>;
};

/** Opens it; the caller closes it. */
export async function openApp(parts: AppParts): Promise<OpenApp> {
  const { connection, pooled, files, secret, clock, logTo } = parts;
  const reading = readConfig({
    LOG_LEVEL: 'silent',
    HUMAN_VERIFICATION_COST: '1',
    RATE_LIMIT_PER_MINUTE: '0',
    ...parts.environment,
  });
  if ('faults' in reading) throw new Error(reading.faults.join('; '));
  const log =
    logTo === undefined
      ? createLog(reading.config.logLevel)
      : createLog('debug', { write: (line) => void logTo.push(line) });
  const statements: string[] = [];
  const database = await openDatabase({
    checkRows: true,
    ...(pooled === undefined ? { connection } : { connection: pooled, pooled: true }),
    maxConnections: parts.connections,
    onStatement: (text) => statements.push(text),
  });
  const rollbacks = watchRollbacks({ database, connection, files, secret, clock, log });
  const services: Services = {
    config: reading.config,
    database,
    files,
    rollbacks,
    events: await openEventBus({ connection, log }),
    receiptKeys: openReceiptKeys({ database, secret, clock }),
    clock,
    log,
  };
  const app = await buildApp({ services, secret, clientDir: parts.clientDir });
  parts.routes?.(app);
  await app.ready();
  return {
    app,
    services,
    rollbacks,
    database,
    statements,
    async close() {
      await app.close();
      await services.events.close();
      await database.close();
    },
  };
}
