// The server as a process of its own, built as `npm start` builds it.

import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { buildServer } from '../../../src/build/build-server.mjs';
import { oncePerRun } from './once-per-run.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Path of the built server. */
export const SERVER_ENTRY = join(inject('serverBuild'), 'main.js');

const children = new Set<ChildProcess>();

/** Builds it, once per run. */
export const buildOnce = (): Promise<void> => oncePerRun('server', () => buildServer(inject('serverBuild')));

/** Ends what is still running. */
export function endServers(): void {
  for (const child of children) child.kill('SIGKILL');
}

export type ServerProcess = {
  readonly child: ChildProcess;
  /** All output so far. */
  readonly output: () => string;
  /** Its address, once it listens; rejects when it exits before. */
  readonly ready: Promise<string>;
  /** Its exit code, null when a signal ended it. */
  readonly exited: Promise<number | null>;
};

/**
 * Starts it on a port of its own with `environment`; of this process's environment, it gets only
 * PATH. `openFiles` is the limit of open files that it gets.
 */
export function spawnServer(
  environment: Readonly<Record<string, string>>,
  { openFiles = null }: { openFiles?: number | null } = {},
): ServerProcess {
  const own = [process.execPath, SERVER_ENTRY] as const;
  const [file, ...args] = openFiles === null ? own : ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh', ...own];
  const child = spawn(file, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'fatal', STOP_DELAY_SECONDS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  let printed = '';
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const address = /Malote: (http:\S+)/.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then((code) => reject(new Error(`exited with ${code}: ${printed}`)));
  });
  // A caller that waits only for the exit does not handle a rejected `ready`.
  ready.catch(() => undefined);
  return { child, output: () => printed, ready, exited };
}

/** Runs a command-line entry to its end; returns its exit code and everything it printed. */
export async function runEntry(
  entry:
    | 'backup'
    | 'restore'
    | 'export'
    | 'import-export'
    | 'verify'
    | 'rotate-receipt-key'
    | 'admin'
    | 'create-tenant'
    | 'psql',
  given: { environment: Readonly<Record<string, string>>; args?: readonly string[] },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(inject('serverBuild'), `${entry}.js`), ...(given.args ?? [])], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...given.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  children.delete(child);
  return { code, output };
}
