// The files of a folder and of the folders in it. A name may be any bytes, so paths are buffers.

import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { sep } from 'node:path';

export type FoundFile = {
  readonly path: Buffer;
  /** Below the folder. Bytes that are no UTF-8 are replaced. */
  readonly name: string;
};

/**
 * In the order of their names. Links to files are followed. Links to folders are not, because they
 * could lead in a circle.
 */
export async function readFolder(folder: string | Buffer, above = ''): Promise<FoundFile[]> {
  const entries = (await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) as unknown as Dirent<Buffer>[];
  const found: FoundFile[] = [];
  for (const entry of entries.toSorted((one, other) => Buffer.compare(one.name, other.name))) {
    const path = Buffer.concat([Buffer.from(folder), Buffer.from(sep), entry.name]);
    const name = above + entry.name.toString();
    if (entry.isDirectory()) found.push(...(await readFolder(path, `${name}${sep}`)));
    else if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(path)))) found.push({ path, name });
  }
  return found;
}

/** A link without a target is an unreadable file, and reported as such. */
async function leadsToFile(path: Buffer): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? true;
}
