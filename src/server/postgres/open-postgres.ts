// Chooses the PostgreSQL: that of DATABASE_URL, or the embedded one, which is locked for this
// server.

import pg from 'pg';
import type { Config } from '../config/config.ts';
import { connectionTo } from '../db/database-hosts.ts';
import { makeFolders } from './binaries.ts';
import { startPostgres } from './start-postgres.ts';
import { prepareDataDir } from './prepare-start.ts';
import type { Task } from '../reporting/timers.ts';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type OpenPostgres = {
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig;
  /** Stops the embedded database and releases its folder. */
  readonly close: () => Promise<void>;
};

/**
 * Opens the database. `held` is the lock of DATA_DIR, when the caller has it already. Throws one
 * sentence when another server has the folder.
 */
export async function openPostgres(
  config: Config,
  { log, held = null }: { readonly log: Task['log']; readonly held?: DataDirLock | null },
): Promise<OpenPostgres> {
  if (config.databaseUrl !== null) {
    return { connection: connectionTo(config.databaseUrl), close: async () => undefined };
  }
  const holder = holderOf(config);
  const folder = held ?? (await holdDataDir(config));
  let cluster: ClusterLock | { readonly heldBy: string } | null = null;
  const postgres = await startPostgres(config.dataDir, {
    log,
    onRestart: async () => {
      // The lock was lost with the connection that held it, so it is taken again.
      cluster = await lockCluster(postgres.connection, holder);
    },
  });
  cluster = await lockCluster(postgres.connection, holder).catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  if ('heldBy' in cluster) {
    await folder.release();
    throw usedBy(config, cluster.heldBy);
  }
  return {
    connection: postgres.connection,
    close: async () => {
      if (cluster !== null && 'release' in cluster) await cluster.release();
      await postgres.stop();
      await folder.release();
    },
  };
}

/**
 * Locks DATA_DIR for this server until it ends. Throws one sentence when another server has it or
 * the folder can't be used.
 */
export async function holdDataDir(config: Config): Promise<DataDirLock> {
  prepareDataDir(config);
  const folder = await lockDataDir(makeFolders(config.dataDir).id, holderOf(config));
  if ('heldBy' in folder) throw usedBy(config, folder.heldBy);
  return folder;
}

function holderOf({ port }: Config): { pid: number; port: number } {
  return { pid: process.pid, port };
}

function usedBy(config: Config, holder: string): Error {
  return new Error(`DATA_DIR ${config.dataDir} is already used by ${holder}`);
}

// The second lock of a DATA_DIR, in the database itself. It also holds between servers that don't
// share a network namespace.

const LOCK_KEY = 726_104;

type ClusterLock = { readonly release: () => Promise<void> };

/** Takes the advisory lock on a connection of its own, or returns the name of its holder. */
async function lockCluster(
  connection: pg.ClientConfig,
  holder: { readonly pid: number; readonly port: number },
): Promise<ClusterLock | { readonly heldBy: string }> {
  const client = new pg.Client({ ...connection, application_name: `server pid ${holder.pid} on port ${holder.port}` });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK_KEY]);
  if (rows[0]?.taken === true) return { release: () => client.end().catch(() => undefined) };
  const holding = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [LOCK_KEY],
  );
  await client.end();
  return { heldBy: holding.rows[0]?.application_name ?? 'another server' };
}

// The first lock of a DATA_DIR, which works before the database exists. The server that listens on
// a socket name made from the folder holds the lock, and tells its name to every server that comes
// later. The kernel releases the socket name with the process, also after kill -9.

/** How long to wait for the name of the holder, which may be busy with its start. */
const ANSWER_PATIENCE_MS = 10_000;

type DataDirLock = { readonly release: () => Promise<void> };

/** Takes the lock, or returns the name of its holder (`server pid N on port P`). */
async function lockDataDir(
  id: string,
  holder: { readonly pid: number; readonly port: number },
): Promise<DataDirLock | { readonly heldBy: string }> {
  const name = process.platform === 'linux' ? `\0malote-${id}` : join(tmpdir(), `malote-${id}.lock`);
  const introduction = `server pid ${holder.pid} on port ${holder.port}`;
  for (;;) {
    const server = await listen(name, introduction);
    if (server !== null) {
      return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    }
    const heldBy = await ask(name);
    if (heldBy !== null) return { heldBy };
    // A killed server left this socket file behind (not on Linux).
    if (!name.startsWith('\0')) rmSync(name, { force: true });
  }
}

function listen(name: string, introduction: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end(introduction));
    server.unref();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(name, () => resolve(server));
  });
}

function ask(name: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(name);
    socket.setTimeout(ANSWER_PATIENCE_MS, () => socket.destroy());
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => resolve(null));
    socket.on('close', () => resolve(answer === '' ? 'another server' : answer));
  });
}
