// Writes an export into a folder. Files of an earlier, unfinished attempt are used again when their
// bytes match the file's row. A folder with anything else in it is refused.

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileDamaged, type FileStore } from '../files/file-store.ts';
import { readStored } from '../files/read-stored.ts';
import { type Sum, type Shelf, SUMS } from './make-export.ts';
import type { StoredFile } from './stored-files.ts';

/** A file that marks the folder as an unfinished export, from the first step to the last one. */
const UNFINISHED = 'exportacao-em-andamento.txt';
const FOLDERS = ['tabelas', 'documentos', 'imagens'];
const MODE = { file: 0o600, folder: 0o700 } as const;

export type FolderOf = { readonly files: FileStore; readonly acronym: string };

/**
 * Opens an empty folder, or one with an unfinished export of this tenant. Throws one Portuguese
 * sentence for any other folder.
 */
export async function openFolderShelf(folder: string, { files, acronym }: FolderOf): Promise<Shelf> {
  await claimFolder(folder, acronym);
  const pathIn = (path: string): string => join(folder, path);
  /** Ids of the files whose bytes this attempt has compared or written. */
  const compared = new Set<number>();
  let sums: string[] = [];
  const flush = async (): Promise<void> => {
    await writeFile(pathIn(`${SUMS}.part`), sums.join(''), { flag: 'a', mode: MODE.file });
    sums = [];
  };
  const noteSum = async (path: string, { sha256 }: Sum): Promise<void> => {
    if (sums.push(`${sha256}  ${path}\n`) >= 1000) await flush();
  };
  const add = async (path: string, content: AsyncIterable<Buffer | string>): Promise<Sum> => {
    const target = pathIn(path);
    await mkdir(dirname(target), { recursive: true, mode: MODE.folder });
    await rm(`${target}.part`, { force: true });
    const kept = await receive(content, `${target}.part`);
    await rename(`${target}.part`, target);
    return kept;
  };
  const keepBytes = async (file: StoredFile): Promise<Sum | null> => {
    if (file.table === 'files') {
      const there = await keptAt(pathIn(file.path));
      if (there !== null && there.size === file.size && there.sha256 === file.sha256) return there;
    }
    try {
      return await add(file.path, await readStored(files, file));
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error;
      await rm(`${pathIn(file.path)}.part`, { force: true });
      return null;
    }
  };

  let begun = false;
  return {
    async keep(file) {
      const isCompared = file.table === 'files' && compared.has(file.id);
      const known = isCompared && file.size !== null && file.sha256 !== null;
      const kept = known ? { size: file.size, sha256: file.sha256 } : await keepBytes(file);
      if (kept !== null && file.table === 'files') compared.add(file.id);
      if (kept !== null && begun) await noteSum(file.path, kept);
      return kept;
    },
    async begin() {
      begun = true;
      sums = [];
      for (const name of [...FOLDERS, `${SUMS}.part`]) await rm(pathIn(name), { recursive: true, force: true });
    },
    async write(path, content) {
      const kept = await add(path, content);
      await noteSum(path, kept);
      return kept;
    },
    async end() {
      await flush();
      await syncPath(pathIn(`${SUMS}.part`));
      await rename(pathIn(`${SUMS}.part`), pathIn(SUMS));
      await rm(pathIn(UNFINISHED));
      await syncPath(folder);
    },
  };
}

async function claimFolder(folder: string, acronym: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: MODE.folder });
  const names = await readdir(folder);
  const started = names.includes(UNFINISHED) ? (await readFile(join(folder, UNFINISHED), 'utf8')).trim() : null;
  if (started === acronym) return;
  if (started !== null) throw new Error(`${folder} tem uma exportação começada de ${started}: escolha outra pasta`);
  if (names.includes(SUMS)) throw new Error(`${folder} já tem uma exportação completa: escolha outra pasta`);
  if (names.length > 0) throw new Error(`${folder} não está vazia: escolha outra pasta`);
  await writeFile(join(folder, UNFINISHED), `${acronym}\n`, { mode: MODE.file, flush: true });
}

async function receive(content: AsyncIterable<Buffer | string>, path: string): Promise<Sum> {
  const hash = createHash('sha256');
  let size = 0;
  const measured = async function* (chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      size += bytes.length;
      hash.update(bytes);
      yield bytes;
    }
  };
  await pipeline(content, measured, createWriteStream(path, { flags: 'wx', mode: MODE.file, flush: true }));
  return { size, sha256: hash.digest('hex') };
}

async function keptAt(path: string): Promise<Sum | null> {
  const facts = await stat(path).catch(() => null);
  if (facts === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { size: facts.size, sha256: hash.digest('hex') };
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
