// The server with its demonstration, from its sources, in a process that counts the files that it
// runs.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../e2e/real-server.ts';
import { eventually } from '../e2e/within.ts';

const ENTRY = fileURLToPath(new URL('../../src/server/entry/main.ts', import.meta.url));
const COUNTED = new URL('counted.mjs', import.meta.url).href;
const READY_MS = 180_000;

export type CountedServer = {
  readonly url: string;
  /** Forgets what has run until now. */
  startCounting(): Promise<void>;
  /** Files whose functions have run since then. */
  takeCount(): Promise<readonly string[]>;
};

/** Runs `work` with such a server, and removes all of it afterwards. */
export async function withCountedServer(work: (server: CountedServer) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'malote-trip-'));
  await chmod(dataDir, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = fork(ENTRY, {
    execArgv: ['--import', 'tsx', '--import', COUNTED],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DEMO: '1',
      HUMAN_VERIFICATION_COST: '10',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  });
  try {
    await eventually(READY_MS, {
      doing: 'the server becomes ready',
      ask: async () => {
        if (child.exitCode !== null) throw new Error('the server has ended');
        return (await fetch(`${url}/health`)).status === 200 ? true : null;
      },
    });
    await work({
      url,
      startCounting: async () => void (await asked(child, 'start')),
      takeCount: () => asked(child, 'take'),
    });
  } finally {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function asked(child: ChildProcess, question: 'start' | 'take'): Promise<readonly string[]> {
  const answer = once(child, 'message');
  child.send(question);
  const [files] = await answer;
  return files as readonly string[];
}
