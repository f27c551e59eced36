// The database process: found by its pid file, started, adopted after a kill -9 of the server,
// stopped.

import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../reporting/timers.ts';
import type { Binaries, Folders } from './binaries.ts';
import type { Identity } from './identity.ts';

const LOG_MAX_BYTES = 10 * 1024 * 1024;
const STOP_PATIENCE_MS = 8000;
const KILL_PATIENCE_MS = 2000;
const READY_LINE = 7;

/**
 * The database listens on no TCP port, and its log has no text or parameters of statements (default
 * 10).
 */
const SETTINGS: readonly string[] = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=60',
  'shared_buffers=128MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_min_messages=warning',
  'log_min_error_statement=panic',
  'log_parameter_max_length_on_error=0',
  // With this setting the start after a crash syncs files by one call, instead of one for each
  // file.
  ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
];

type Postmaster = { readonly pid: number; readonly ready: boolean };

/** The process that the pid file names, if it is alive. */
export function findPostmaster(folders: Folders): Postmaster | null {
  const lines = readPresent(join(folders.cluster, 'postmaster.pid'))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isPostgres(pid)) return null;
  return { pid, ready: lines[READY_LINE]?.trim() === 'ready' };
}

/**
 * The text of a file, null when there is none. A check before reading would not help: the file
 * could be removed in between.
 */
function readPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

export type PostgresProcess = {
  readonly exited: () => number | null;
  /** Ends the process at once, unless it has ended. */
  readonly end: () => void;
};

/** Starts the process detached: it outlives a killed server, and the next server adopts it. */
export function spawnPostmaster(parts: { binaries: Binaries; folders: Folders; identity: Identity }): PostgresProcess {
  const { folders, identity } = parts;
  if (existsSync(folders.log) && statSync(folders.log).size > LOG_MAX_BYTES) truncateSync(folders.log);
  const log = openSync(folders.log, 'a', 0o600);
  const { file, args } = identity.command(parts.binaries.postgres);
  const settings = [...SETTINGS, `unix_socket_directories=${folders.socket}`].flatMap((setting) => ['-c', setting]);
  const child = spawn(file, [...args, '-D', folders.cluster, '-p', '5432', ...settings], {
    ...identity.spawn,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  });
  closeSync(log);
  let code: number | null = null;
  child.once('error', () => {
    code = -1;
  });
  child.once('exit', (status) => {
    code = status ?? -1;
  });
  child.unref();
  return {
    exited: () => code,
    end: () => {
      if (code === null) child.kill('SIGQUIT');
    },
  };
}

/**
 * Shuts down the process, started or adopted, in fast mode; in immediate mode when that takes too
 * long.
 */
export async function stopPostmaster(folders: Folders): Promise<void> {
  const postmaster = findPostmaster(folders);
  if (postmaster === null) return;
  const gone = (): boolean => findPostmaster(folders) === null;
  process.kill(postmaster.pid, 'SIGINT');
  if (await waitUntil(gone, { forMs: STOP_PATIENCE_MS, everyMs: 10 })) return;
  process.kill(postmaster.pid, 'SIGQUIT');
  await waitUntil(gone, { forMs: KILL_PATIENCE_MS, everyMs: 10 });
}

/** Whether the process is PostgreSQL: after its end, the pid may belong to another process. */
function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const status = `/proc/${pid}/status`;
  if (process.platform !== 'linux') return true;
  try {
    const text = readFileSync(status, 'utf8');
    return /^Name:\s+(postgres|unshare)$/m.test(text) && !/^State:\s+Z/m.test(text);
  } catch {
    return false;
  }
}

/** Asks `condition` again until it holds; false when `forMs` milliseconds have passed. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  times: { readonly forMs: number; readonly everyMs: number },
): Promise<boolean> {
  const deadline = performance.now() + times.forMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() > deadline) return false;
    await pause(times.everyMs);
  }
}
