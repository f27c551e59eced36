// Tries what a start needs before anything is started or made: a writable folder, room in it, and a
// port.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { folderFault, folderFull, listenFault, StartFault } from './start-faults.ts';

const MIB = 1024 * 1024;
const PROBE_BYTES = 64 * 1024;
/** Room for a new cluster with its log, the tables and the demonstration. */
const FIRST_START_BYTES = 128 * MIB;

/** Whether the folder holds the database of a server. Makes nothing. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'cluster'));
}

/**
 * Makes DATA_DIR if it is missing, and tries to write in it. Throws one sentence that names the
 * variable.
 */
export function prepareDataDir(config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3Url'>): void {
  const folder = resolve(config.dataDir);
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { flush: true });
  } catch (error) {
    const sentence = folderFault(error, config);
    throw sentence === null ? error : new StartFault(sentence);
  } finally {
    rmSync(probe, { force: true });
  }
  if (config.databaseUrl === null && !hasCluster(folder)) needRoom(folder, config.dataDir);
}

function needRoom(folder: string, dataDir: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= FIRST_START_BYTES) return;
  const [has, needs] = [free, FIRST_START_BYTES].map((bytes) => Math.floor(bytes / MIB));
  throw new StartFault(`${folderFull(dataDir)} (${has} MB livres; o primeiro início precisa de ${needs} MB)`);
}

/** Throws one sentence when the server can't listen on this host and port. */
export async function preparePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail).listen({ host, port, exclusive: true }, done);
    });
    await new Promise((done) => server.close(done));
  } catch (error) {
    const sentence = listenFault(error, { host, port });
    throw sentence === null ? error : new StartFault(sentence);
  }
}
