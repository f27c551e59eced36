// Which PostgreSQL: the one of DATABASE_URL, or the embedded one, locked for this server.

import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { lockCluster, type ClusterLock } from './cluster-lock.ts';
import { lockDataDir, type DataDirLock } from './data-dir-lock.ts';
import { makeFolders } from './folders.ts';
import { startPostgres } from './start-postgres.ts';
import { prepareDataDir } from './prepare-start.ts';

export type OpenPostgres = {
  /** As the owner of the tables. */
  readonly connection: pg.ClientConfig;
  /** Stops the embedded database and gives its folder free. */
  readonly close: () => Promise<void>;
};

/** `held`: DATA_DIR, where the caller has it already. Throws one sentence when the folder is another server's. */
export async function openPostgres(config: Config, held: DataDirLock | null = null): Promise<OpenPostgres> {
  if (config.databaseUrl !== null) {
    return { connection: { connectionString: config.databaseUrl }, close: async () => undefined };
  }
  const holder = holderOf(config);
  const folder = held ?? (await holdDataDir(config));
  let cluster: ClusterLock | { readonly heldBy: string } | null = null;
  const postgres = await startPostgres(config.dataDir, async () => {
    // The lock went with the connection that held it.
    cluster = await lockCluster(postgres.connection, holder);
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

/** DATA_DIR for this server alone, until it ends. Throws one sentence when it is another's, or can't be used. */
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
