// The real application over a database of its own, cloned from the run's template: only the time is
// faked.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { openDiskStore } from '#server/files/disk-store.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { demoTemplate } from './demo-template.ts';
import { type OpenApp, openApp } from './open-app.ts';
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

export type TestServer = OpenApp & {
  /** The owner's connection to this test's database. */
  readonly connection: pg.ClientConfig;
  /** Logs in over HTTP, with a solved challenge. */
  readonly login: (email: string, password?: string) => Promise<TestClient>;
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

  const { logTo } = options;
  const pooled = await options.through?.(connection);
  const opened = await openApp({
    connection,
    ...(pooled === undefined ? {} : { pooled }),
    files: options.files ?? (await openDiskStore(filesDir)),
    secret: TEST_SECRET,
    clock: options.clock ?? (() => Date.now()),
    environment: options.environment ?? {},
    ...(logTo === undefined ? {} : { logTo }),
    connections: options.connections ?? 8,
    clientDir: options.clientDir ?? null,
    ...(options.routes === undefined ? {} : { routes: options.routes }),
  });
  const { demoPassword } = opened.services.config;
  return {
    ...opened,
    connection,
    login: (email, password) => logIn(opened.app, { email, password: password ?? demoPassword }),
    async close() {
      await opened.close();
      await admin(`drop database ${name} with (force)`);
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}
