// The built server over its own PostgreSQL, as an operator runs it, with what can be seen of it
// from outside.

import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { connectOwner } from '#server/db/connections.ts';
import { OWNER } from '#server/postgres/start-postgres.ts';
import { makeFolders } from '#server/postgres/binaries.ts';
import { stopPostmaster } from '#server/postgres/postmaster.ts';
import { buildOnce, endServers, spawnServer, type ServerProcess } from './server-process.ts';

export type RunningServer = Pick<ServerProcess, 'child'> & {
  readonly address: string;
  readonly dataDir: string;
  /** Open files, its sockets among them; null where the system does not tell. */
  readonly openFiles: () => number | null;
  /** Resident bytes; 0 where the system does not tell. */
  readonly memory: () => number;
  /** Connects to its database as the owner. */
  readonly owner: () => Promise<pg.Client>;
  readonly end: () => Promise<void>;
};

/** Starts it on a new folder with the demonstration. */
export async function runServer(environment: Readonly<Record<string, string>>): Promise<RunningServer> {
  await buildOnce();
  const dataDir = mkdtempSync(join(tmpdir(), 'malote-attacks-'));
  const { child, ready } = spawnServer({ DATA_DIR: dataDir, HUMAN_VERIFICATION_COST: '1', ...environment });
  const folders = makeFolders(dataDir);
  const address = await ready;
  const proc = `/proc/${child.pid}`;
  return {
    child,
    address,
    dataDir,
    openFiles: () => (existsSync(`${proc}/fd`) ? linksIn(`${proc}/fd`) : null),
    memory: () => {
      if (!existsSync(`${proc}/status`)) return 0;
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`${proc}/status`, 'utf8'))?.[1] ?? 0) * 1024;
    },
    owner: () => {
      const password = readFileSync(join(dataDir, 'secrets', 'postgres'), 'utf8').trim();
      return connectOwner({ host: folders.socket, port: 5432, user: OWNER, password, database: 'malote' });
    },
    end: async () => {
      endServers();
      await stopPostmaster(folders);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function linksIn(folder: string): number {
  const links = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return '';
    }
  });
  return links.filter((link) => link !== '').length;
}
