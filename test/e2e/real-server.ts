// The server as a newcomer starts it: `node src/server/entry/start.mjs` in its own process, with
// its own DATA_DIR, the demonstration tenants and the real embedded PostgreSQL.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './within.ts';

const START = fileURLToPath(new URL('../../src/server/entry/start.mjs', import.meta.url));
const READY_MS = 90_000;
const STOP_MS = 20_000;

export type RealServer = {
  readonly port: number;
  readonly url: string;
  readonly dataDir: string;
  /**
   * Starts it, on the same port and data every time; resolves when /health answers 200. `more` adds
   * to its environment.
   */
  start(more?: Readonly<Record<string, string>>): Promise<void>;
  /** Sends SIGTERM, as an administrator does; PostgreSQL stops too. */
  stop(): Promise<void>;
  /** Sends SIGKILL; PostgreSQL keeps running, and the next start uses it. */
  kill(): Promise<void>;
  /** Everything that it has written to its log. */
  log(): Promise<string>;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
};

/**
 * Prepares a server that is not started yet. `environment` adds to the defaults for tests or
 * overrides them.
 */
export async function prepareServer(
  environment: Readonly<Record<string, string>> = {},
  { readyMs = READY_MS }: { readyMs?: number } = {},
): Promise<RealServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'malote-'));
  await chmod(dataDir, 0o755);
  const port = await freePort();
  const logFile = join(dataDir, 'server.log');
  let child: ChildProcess | null = null;

  const signal = async (name: 'SIGTERM' | 'SIGKILL') => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child.kill(name);
    const tooLong = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(tooLong);
    child = null;
  };

  const server: RealServer = {
    port,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    async start(more = {}) {
      const log = await open(logFile, 'a');
      child = spawn(process.execPath, [START], {
        stdio: ['ignore', log.fd, log.fd],
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: process.env['HOME'] ?? '/',
          DEMO: '1',
          HUMAN_VERIFICATION_COST: '10',
          ...environment,
          ...more,
          PORT: String(port),
          DATA_DIR: dataDir,
        },
      });
      const started = child;
      await log.close();
      await eventually(readyMs, {
        doing: 'the server becomes ready',
        ask: async () => {
          if (started.exitCode !== null) return 'ended';
          return (await fetch(`${server.url}/health`)).status === 200 ? 'ready' : null;
        },
      });
      if (started.exitCode !== null) throw new Error(`The server ended by itself:\n${await server.log()}`);
    },
    stop: () => signal('SIGTERM'),
    kill: () => signal('SIGKILL'),
    log: () => readFile(logFile, 'utf8'),
    async dispose() {
      await signal('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return server;
}

/**
 * Below the ports that systems assign, so that no other process gets the port while the server
 * starts or is stopped.
 */
const PORTS = { first: 20_000, count: 10_000 } as const;

/** A loopback port on which no process listens now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.first + PORTS.count);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
