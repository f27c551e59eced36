// Distinguishes a database that can't be used now from a wrong statement of ours: the first
// recovers without a restart.

import type { Want } from '../config/want.ts';

/**
 * disk_full, and the state that a managed database reports when it was made read-only because its
 * disk is full.
 */
const FULL_DATABASE = new Set(['53100', '25006']);
/**
 * Classes of PostgreSQL errors that pass: connections, resources, operator intervention, timeouts,
 * deadlocks, broken disks.
 */
const AWAY_DATABASE = /^(08|53|57|58|40|55P03)/;
/** A socket that breaks in the middle of a statement reports only one of these codes. */
const AWAY_SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|pool after calling end|not queryable/;

/**
 * What the database lacked; null for every error that is about the statement. Drizzle wraps the
 * error of the driver.
 */
export function wantOfDatabase(error: unknown): Want | null {
  if (!(error instanceof Error)) return null;
  const cause = error.cause instanceof Error && !('severity' in error) ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (AWAY_MESSAGE.test(cause.message) || AWAY_SOCKET.has(code)) return 'away';
  if ('severity' in cause) return FULL_DATABASE.has(code) ? 'full' : AWAY_DATABASE.test(code) ? 'away' : null;
  // With `address`, a missing socket of the database. Without it, a missing file, which is another
  // error.
  return 'address' in cause && code === 'ENOENT' ? 'away' : null;
}

/**
 * Awaits a write that only accompanies a read. When the database has no space for the write, the
 * read goes on without it.
 */
export async function unlessFull(note: Promise<unknown>): Promise<void> {
  await note.catch((error: unknown) => {
    if (wantOfDatabase(error) !== 'full') throw error;
  });
}
