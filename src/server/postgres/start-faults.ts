// Why a start fails, as one line that names the variable to look at. Nothing else of what the
// libraries say is printed: no stack and no second line.

import { statfsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { StoreUnavailable, wantOfDisk } from '../files/file-store.ts';
import { wantOfDatabase } from '../db/connections.ts';

type Places = Pick<Config, 'dataDir' | 'databaseUrl' | 's3Url' | 'host' | 'port'>;

/**
 * PostgreSQL writes its write-ahead log in files of this size. Without room for the next one it
 * ends, and its clients learn no reason.
 */
const LOG_FILE_BYTES = 16 * 1024 * 1024;

/** An error whose message is already the sentence to print. */
export class StartFault extends Error {}

/** The sentence for any error thrown before the server listens. */
export function startFault(error: unknown, config: Places): string {
  if (error instanceof StartFault) return error.message;
  const root = rootOf(error);
  if (root instanceof StoreUnavailable) return ofStore(root, config);
  const ofFolder = folderFault(root, config);
  if (ofFolder !== null) return ofFolder;
  if (config.databaseUrl === null && hasNoRoom(config.dataDir)) return folderFull(config.dataDir);
  // An error with a cause is one of our own sentences, and is printed. A failed statement has a
  // cause too, but its message is the statement with its values, so the error of the database is
  // described instead.
  const isBare = error === root || (error instanceof Error && isStatement(error));
  return isOfDatabase(root) && (isBare || wantOfDatabase(root) === 'full')
    ? ofDatabase(root, config)
    : firstLine(error);
}

function hasNoRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LOG_FILE_BYTES;
  } catch {
    return false;
  }
}

/**
 * The error of the database, below the wrappers of a statement and of a migration; every other
 * error unchanged.
 */
function rootOf(error: unknown): unknown {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return error;
  return isStatement(error) || error.message.startsWith('a migração') ? rootOf(error.cause) : error;
}

function isStatement(error: Error): boolean {
  return error.message.startsWith('Failed query');
}

/** The sentence for a failed call to the file system under DATA_DIR; null for every other error. */
export function folderFault(error: unknown, { dataDir }: Pick<Places, 'dataDir'>): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOTDIR', 'EEXIST'].includes(code)) return `DATA_DIR ${short(dataDir)} não é uma pasta`;
  if (['ENAMETOOLONG', 'ELOOP', 'EINVAL'].includes(code)) return `DATA_DIR ${short(dataDir)} não é um caminho possível`;
  const want = wantOfDisk(error);
  if (want === null) return null;
  return want === 'full' ? folderFull(dataDir) : folderAway(code, dataDir);
}

/** The sentence for a DATA_DIR without room. */
export function folderFull(dataDir: string): string {
  return `DATA_DIR ${short(dataDir)}: o disco está cheio`;
}

/**
 * The sentence for a DATA_DIR that can't be used. Only an error code about permissions gets the
 * sentence about permissions.
 */
function folderAway(code: string, dataDir: string): string {
  return ['EACCES', 'EPERM', 'EROFS'].includes(code)
    ? `DATA_DIR ${short(dataDir)} não pode ser gravada: é somente leitura ou pertence a outro usuário`
    : `DATA_DIR ${short(dataDir)} não pôde ser usada (${code})`;
}

/** Why the port can't be listened on; null for every other error. */
export function listenFault(error: unknown, { host, port }: Pick<Places, 'host' | 'port'>): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return `PORT ${port} já está em uso: defina outra porta`;
  if (code === 'EACCES') return `PORT ${port} só pode ser usada pelo administrador da máquina: defina outra porta`;
  const ofHost = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EINVAL', 'EAFNOSUPPORT'].includes(code);
  return ofHost ? `HOST ${short(host)} não é um endereço desta máquina` : null;
}

function ofStore({ want, cause }: StoreUnavailable, { s3Url, dataDir }: Places): string {
  if (s3Url === null && want === 'full') return folderFull(dataDir);
  if (s3Url === null) return folderFault(cause, { dataDir }) ?? `DATA_DIR ${short(dataDir)} não pôde ser usada`;
  return want === 'full' ? 'S3_URL: o armazenamento está cheio' : 'S3_URL: o armazenamento não responde';
}

function isOfDatabase(error: unknown): error is Error {
  return wantOfDatabase(error) !== null || (error instanceof Error && ('severity' in error || 'errno' in error));
}

function ofDatabase(error: Error, { databaseUrl, dataDir }: Places): string {
  const want = wantOfDatabase(error);
  if (databaseUrl === null) return want === 'full' ? folderFull(dataDir) : firstLine(error);
  if (want === 'full') return 'DATABASE_URL: o disco do banco de dados está cheio, ou ele só aceita leitura';
  return `DATABASE_URL: o banco de dados não pôde ser usado (${firstLine(error)})`;
}

function firstLine(error: unknown): string {
  const text =
    error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error);
  return text.split('\n', 1)[0] ?? '';
}

/** Shortens a path so that it fits into a line. */
function short(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`;
}
