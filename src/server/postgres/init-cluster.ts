import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { Folders } from './folders.ts';
import type { Identity } from './identity.ts';
import { isFullDisk, StoreUnavailable } from '../files/file-store.ts';

export const OWNER = 'malote';

/** The user id that owns the cluster; null when there is no complete cluster. */
export function clusterOwner(folders: Folders): number | null {
  return existsSync(join(folders.cluster, 'PG_VERSION')) ? statSync(folders.cluster).uid : null;
}

/**
 * Makes the cluster beside its place and moves it there when it is complete, so that a server
 * killed meanwhile leaves no half-made cluster.
 */
export async function initCluster(parts: {
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
