// The folders of the embedded database: everything lies under DATA_DIR/postgres, except a socket
// whose path would be too long.

import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The kernel's limit is 108 bytes, including the name that PostgreSQL adds. */
const SOCKET_FOLDER_MAX_BYTES = 85;

export type Folders = {
  /** DATA_DIR as an absolute path without links. */
  readonly dataDir: string;
  readonly home: string;
  readonly cluster: string;
  readonly socket: string;
  readonly log: string;
  /** Identifies this DATA_DIR: the same for every way of writing its path. */
  readonly id: string;
};

/** Makes DATA_DIR and the folders in it. */
export function makeFolders(dataDir: string): Folders {
  mkdirSync(resolve(dataDir), { recursive: true, mode: 0o755 });
  const real = realpathSync(resolve(dataDir));
  const id = createHash('sha256').update(real).digest('hex').slice(0, 16);
  const home = join(real, 'postgres');
  mkdirSync(home, { recursive: true, mode: 0o755 });
  return {
    dataDir: real,
    home,
    cluster: join(home, 'cluster'),
    socket: socketFolder(home, id),
    log: join(home, 'log'),
    id,
  };
}

function socketFolder(home: string, id: string): string {
  const beside = join(home, 'socket');
  const path = Buffer.byteLength(beside) <= SOCKET_FOLDER_MAX_BYTES ? beside : join(tmpdir(), `malote-${id}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  const uid = process.getuid?.();
  if (!found.isDirectory() || (uid !== undefined && uid !== 0 && found.uid !== uid)) {
    throw new Error(`${path} pertence a outra pessoa: o banco de dados não pode usá-la`);
  }
  return path;
}
