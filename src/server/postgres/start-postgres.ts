// The embedded database: real PostgreSQL under DATA_DIR, on a unix socket only, with fsync. A
// server killed with -9 leaves the database running, and the next start adopts it.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { keepSecret } from '../config/secrets.ts';
import { connectOwner } from '../db/connections.ts';
import { isFullDisk, StoreUnavailable } from '../files/file-store.ts';
import { every, type Task, type Timer } from '../reporting/timers.ts';
import { type Binaries, findBinaries, type Folders, makeFolders } from './binaries.ts';
import { chooseIdentity, type Identity } from './identity.ts';
import { findPostmaster, type PostgresProcess, spawnPostmaster, stopPostmaster, waitUntil } from './postmaster.ts';

const START_PATIENCE_MS = 20_000;
const DATABASE = 'malote';

type EmbeddedPostgres = {
  /** Connects as the owner, over a unix socket. */
  readonly connection: pg.ClientConfig;
  readonly adopted: boolean;
  readonly stop: () => Promise<void>;
};

/** What happens after a killed database process was started again. */
type Restarting = { readonly onRestart: () => Promise<void>; readonly log: Task['log'] };

/**
 * Makes, starts or adopts the cluster and makes the database in it. When the process is killed,
 * starts it again and calls `onRestart`. The caller holds the lock of the folder.
 */
export async function startPostgres(dataDir: string, { onRestart, log }: Restarting): Promise<EmbeddedPostgres> {
  const folders = makeFolders(dataDir);
  const password = keepSecret(folders.dataDir, { name: 'postgres' });
  const connection = { host: folders.socket, port: 5432, user: OWNER, password, database: DATABASE };
  const running = findPostmaster(folders) !== null;
  try {
    if (!running || !(await answers(connection))) await start(folders, connection);
    await makeDatabase(connection);
  } catch (error) {
    // A start that fails does not leave behind the process that it started.
    if (!running) await stopPostmaster(folders);
    throw error;
  }
  const supervision = supervise({
    isGone: () => findPostmaster(folders) === null,
    restart: () => start(folders, connection),
    onRestart,
    log,
  });
  return {
    connection,
    adopted: running,
    stop: async () => {
      await supervision.stop();
      await stopPostmaster(folders);
    },
  };
}

/** Connects to a database that another server of this machine runs; null when there is none. */
export function connectionOfRunning(dataDir: string): pg.ClientConfig | null {
  const folders = makeFolders(dataDir);
  if (findPostmaster(folders) === null) return null;
  const password = keepSecret(folders.dataDir, { name: 'postgres' });
  return { host: folders.socket, port: 5432, user: OWNER, password, database: DATABASE };
}

async function start(folders: Folders, connection: pg.ClientConfig): Promise<void> {
  const binaries = findBinaries();
  const identity = chooseIdentity(binaries, { path: folders.home, owner: clusterOwner(folders) });
  if (clusterOwner(folders) === null) {
    await initCluster({ binaries, folders, identity, password: String(connection.password) });
  }
  identity.own(folders.socket);
  const tries: PostgresProcess[] = [];
  // The process of a killed predecessor may still exist, or may be shutting down, so the start is
  // tried for a while.
  const ready = await waitUntil(
    async () => {
      const found = findPostmaster(folders);
      if (found?.ready === true) return answers(connection);
      const isDead = tries.every((spawned) => spawned.exited() !== null);
      if (found === null && isDead) tries.push(spawnPostmaster({ binaries, folders, identity }));
      return false;
    },
    { forMs: START_PATIENCE_MS, everyMs: 20 },
  );
  if (ready) return;
  // These processes could still come up, but this start has failed.
  for (const spawned of tries) spawned.end();
  const said = lastLineOf(folders.log);
  throw isFullDisk(said) ? new StoreUnavailable('full', said) : new Error(`o PostgreSQL embutido não iniciou: ${said}`);
}

/** Whether the cluster answers. The answer that the database does not exist yet counts too. */
async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function makeDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = await connectOwner({ ...connection, database: 'postgres' });
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function lastLineOf(path: string): string {
  return existsSync(path) ? (readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? '') : '';
}

// Starts a database process again when it is killed (out of memory, by mistake) while the server
// runs (default 17: ready in 10 s).

const LOOK_EVERY_MS = 500;

/**
 * Looks twice a second. A look or a restart that fails is logged and tried again at the next look.
 */
function supervise(process: {
  readonly isGone: () => boolean;
  readonly restart: () => Promise<void>;
  readonly onRestart: () => Promise<void>;
  readonly log: Task['log'];
}): Timer {
  const work = async (): Promise<void> => {
    if (!process.isGone()) return;
    await process.restart();
    await process.onRestart();
  };
  return every(LOOK_EVERY_MS, { name: 'database supervision', log: process.log, work });
}

export const OWNER = 'malote';

/** The user id that owns the cluster; null when there is no complete cluster. */
function clusterOwner(folders: Folders): number | null {
  return existsSync(join(folders.cluster, 'PG_VERSION')) ? statSync(folders.cluster).uid : null;
}

/**
 * Makes the cluster beside its place and moves it there when it is complete, so that a server
 * killed meanwhile leaves no half-made cluster.
 */
async function initCluster(parts: {
  binaries: Binaries;
  folders: Folders;
  identity: Identity;
  password: string;
}): Promise<void> {
  const { folders, identity } = parts;
  const making = `${folders.cluster}.new`;
  const passwordFile = join(folders.home, 'password.new');
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  identity.own(making);
  writeFileSync(passwordFile, parts.password, { mode: 0o600 });
  identity.own(passwordFile);
  const { file, args } = identity.command(parts.binaries.initdb);
  const options = [
    '-D',
    making,
    '-U',
    OWNER,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
  ];
  // Not spawnSync: while this runs, the holder of the folder's lock must be able to answer others.
  const child = spawn(file, [...args, ...options], {
    ...identity.spawn,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  });
  const code = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const said = await text(child.stderr);
  const status = await code;
  rmSync(passwordFile, { force: true });
  if (status !== 0) {
    rmSync(making, { recursive: true, force: true });
    // The last line of initdb only tells that it cleans up, so the line with the error is looked
    // for.
    if (isFullDisk(said)) throw new StoreUnavailable('full', said);
    const lines = said.trim().split('\n');
    throw new Error(`initdb falhou: ${lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? ''}`);
  }
  renameSync(making, folders.cluster);
}
