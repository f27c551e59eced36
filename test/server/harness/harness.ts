// The real application over a database of its own, cloned from the run's template: only the time is
// faked.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { buildApp } from '#server/entry/app.ts';
import { readConfig } from '#server/config/config.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { openEventBus } from '#server/events/event-bus.ts';
import { openReceiptKeys } from '#server/signing/receipt-keys.ts';
import { openDiskStore } from '#server/files/disk-store.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { type RollbackWatch, watchRollbacks } from '#server/operation/rollbacks.ts';
import { createLog } from '#server/reporting/log.ts';
import type { Services } from '#server/services/services.ts';
import { demoTemplate } from './demo-template.ts';
import { logIn, type TestClient } from './test-client.ts';

export const TEST_SECRET = 'a secret that only tests use, long enough';

export type TestServerOptions = {
  /** With the demonstration tenants. Default: an empty, migrated database. */
  readonly demo?: boolean;
  /** Epoch milliseconds. Default: the machine's clock. */
  readonly clock?: () => number;
  /** Where files are kept. Default: a folder of this server's own. */
  readonly files?: FileStore;
  /** Returns the way through a pooler to the given database. Default: no pooler. */
  readonly through?: (connection: pg.ClientConfig) => Promise<pg.PoolConfig>;
  /** Database connections for tenants' work. Default: 8. */
  readonly connections?: number;
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Receives the lines of the log, at level debug. Default: no log. */
  readonly logTo?: string[];
  /** Folder of a built client to serve. Default: only the API. */
  readonly clientDir?: string;
  /** Additional routes for a test. */
  readonly routes?: (app: FastifyInstance) => void;
};

export type TestServer = {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** It does not look by itself. */
  readonly rollbacks: RollbackWatch;
  readonly database: Database;
  /** The owner's connection to this test's database. */
  readonly connection: pg.ClientConfig;
  /** Texts of the statements since the last `statements.length = 0`. */
  readonly statements: string[];
  /** Logs in over HTTP, with a solved challenge. */
  readonly login: (email: string, password?: string) => Promise<TestClient>;
  readonly close: () => Promise<void>;
};

/** Starts a server; the caller closes it in afterAll. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const postgres = inject('postgres');
  const template = options.demo === true ? await demoTemplate() : { name: inject('template'), filesDir: null };
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const admin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ ...postgres, database: 'postgres' });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await admin(`create database ${name} template ${template.name} strategy file_copy`);
  const connection = { ...postgres, database: name };
  const filesDir = await mkdtemp(join(tmpdir(), 'malote-files-'));
  if (template.filesDir !== null) await cp(template.filesDir, filesDir, { recursive: true });

  const reading = readConfig({
    LOG_LEVEL: 'silent',
    HUMAN_VERIFICATION_COST: '1',
    RATE_LIMIT_PER_MINUTE: '0',
    ...options.environment,
  });
  if ('faults' in reading) throw new Error(reading.faults.join('; '));
  const { logTo } = options;
  const log =
    logTo === undefined
      ? createLog(reading.config.logLevel)
      : createLog('debug', { write: (line) => void logTo.push(line) });
  const statements: string[] = [];
  const pooled = await options.through?.(connection);
  const database = await openDatabase({
    checkRows: true,
    ...(pooled === undefined ? { connection } : { connection: pooled, pooled: true }),
    maxConnections: options.connections ?? 8,
    onStatement: (text) => statements.push(text),
  });
  const clock = options.clock ?? (() => Date.now());
  const files = options.files ?? (await openDiskStore(filesDir));
  const rollbacks = watchRollbacks({ database, connection, files, secret: TEST_SECRET, clock, log });
  const services: Services = {
    config: reading.config,
    database,
    files,
    rollbacks,
    events: await openEventBus({ connection, log }),
    receiptKeys: openReceiptKeys({ database, secret: TEST_SECRET, clock }),
    clock,
    log,
  };
  const app = await buildApp({ services, secret: TEST_SECRET, clientDir: options.clientDir ?? null });
  options.routes?.(app);
  await app.ready();
  return {
    app,
    services,
    rollbacks,
    database,
    connection,
    statements,
    login: (email, password) => logIn(app, { email, password: password ?? reading.config.demoPassword }),
    async close() {
      await app.close();
      await services.events.close();
      await database.close();
      await admin(`drop database ${name} with (force)`);
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}
