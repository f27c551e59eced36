// The server as `npm start` runs it, with its demonstration, behind whatever proxy comes.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { connectOwner } from '#server/db/connections.ts';
import { makeFolders } from '#server/postgres/binaries.ts';
import { OWNER } from '#server/postgres/start-postgres.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type RunningTown = {
  readonly address: string;
  /** Everything that it has printed. */
  readonly log: () => string;
  /** Resident bytes; 0 where the system does not tell. */
  readonly memory: () => number;
  /** As the owner of its PostgreSQL, to its database. */
  readonly connection: pg.ClientConfig & { readonly host: string; readonly user: string; readonly password: string };
  readonly end: () => Promise<void>;
};

/**
 * Every address of this machine counts as a proxy, so that one that is only passed on would be
 * believed.
 */
const ENVIRONMENT = {
  PORT: '0',
  DEMO: '1',
  TRUST_PROXY: 'loopback',
  LOG_CLIENT_ADDRESS: '1',
  HUMAN_VERIFICATION_COST: '1',
  STOP_DELAY_SECONDS: '0',
};

/** Starts it, built first where that is needed. */
export async function startTown(dataDir: string): Promise<RunningTown> {
  mkdirSync(dataDir);
  const child = spawn(process.execPath, [join(ROOT, 'src/server/entry/start.mjs')], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...ENVIRONMENT },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    const read = (bytes: Buffer): void => {
      printed += bytes.toString();
      const found = /Malote: (http:\S+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then((code) => reject(new Error(`the server ended with ${code}: ${printed}`)));
  });
  const password = readFileSync(join(dataDir, 'secrets', 'postgres'), 'utf8').trim();
  return {
    address,
    log: () => printed,
    memory: () => {
      const path = `/proc/${child.pid}/status`;
      if (!existsSync(path)) return 0;
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) * 1024;
    },
    connection: { host: makeFolders(dataDir).socket, port: 5432, user: OWNER, password, database: 'malote' },
    async end() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Makes another database beside that of the town. */
export async function addDatabase(town: RunningTown, name: string): Promise<void> {
  const client = await connectOwner(town.connection);
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}
