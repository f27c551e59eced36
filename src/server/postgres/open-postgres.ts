// Chooses the PostgreSQL: that of DATABASE_URL, or the embedded one, which is locked for this
// server.

import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { lockCluster, type ClusterLock } from './cluster-lock.ts';
import { lockDataDir, type DataDirLock } from './data-dir-lock.ts';
import { makeFolders } from './folders.ts';
import { startPostgres } from './start-postgres.ts';
import { prepareDataDir } from './prepare-start.ts';
import type { Task } from '../reporting/timers.ts';

export type OpenPostgres = {
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig;
  /** Stops the embedded database and releases its folder. */
  readonly close: () => Promise<void>;
};

/**
 * `held` is the lock of DATA_DIR when the caller already has it. Throws one sentence when another
 * server has the folder.
 */
export async function openPostgres(
  config: Config,
  { log, held = null }: { readonly log: Task['log']; readonly held?: DataDirLock | null },
): Promise<OpenPostgres> {
  if (config.databaseUrl !== null) {
    return { connection: { connectionString: config.databaseUrl }, close: async () => undefined };
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
