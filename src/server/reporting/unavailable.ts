// Places that can't be used now. They are told apart from our own faults, because they recover without a restart when
// somebody makes room or plugs in a cable. Disks are judged by their error numbers, the database by its states, S3 by its
// answers.

/** `full`: there is no room left. `away`: the place can't be reached, read or written. */
export type Want = 'full' | 'away';

/** The file store can't take or give bytes now. */
export class StoreUnavailable extends Error {
  readonly want: Want;
  constructor(want: Want, cause?: unknown) {
    super(want === 'full' ? 'the file store is full' : 'the file store is away', { cause });
    this.name = 'StoreUnavailable';
    this.want = want;
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** A folder that is missing, forbidden, read-only, broken, or on a machine that does not answer; too many open files. */
const AWAY = new Set(
  'ENOENT ENOTDIR EISDIR EACCES EPERM EROFS EIO ENXIO ENODEV ESTALE EBUSY ETIMEDOUT EHOSTDOWN ENOTCONN EMFILE ENFILE ENOMEM'.split(
    ' ',
  ),
);

/** What a failed call to the file system lacked; null when it failed for another reason. */
export function wantOfDisk(error: unknown): Want | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null;
  const code = String(error.code);
  return FULL.has(code) ? 'full' : AWAY.has(code) ? 'away' : null;
}

/** disk_full, and the state that a managed database reports when it was made read-only because its disk is full. */
const FULL_DATABASE = new Set(['53100', '25006']);
/**
 * Classes of PostgreSQL errors that pass: connections, resources, operator intervention, timeouts, deadlocks, broken
 * disks.
 */
const AWAY_DATABASE = /^(08|53|57|58|40|55P03)/;
/** A socket that breaks in the middle of a statement reports only one of these codes. */
const AWAY_SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|pool after calling end|not queryable/;

/** What the database lacked; null for every error that is about the statement. Drizzle wraps the error of the driver. */
export function wantOfDatabase(error: unknown): Want | null {
  if (!(error instanceof Error)) return null;
  const cause = error.cause instanceof Error && !('severity' in error) ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (AWAY_MESSAGE.test(cause.message) || AWAY_SOCKET.has(code)) return 'away';
  if ('severity' in cause) return FULL_DATABASE.has(code) ? 'full' : AWAY_DATABASE.test(code) ? 'away' : null;
  // With `address`, a missing socket of the database. Without it, a missing file, which is another error.
  return 'address' in cause && code === 'ENOENT' ? 'away' : null;
}

/**
 * Awaits a write that only accompanies a read. When the database has no room for the write, the read goes on without it.
 */
export async function unlessFull(note: Promise<unknown>): Promise<void> {
  await note.catch((error: unknown) => {
    if (wantOfDatabase(error) !== 'full') throw error;
  });
}

/** Whether the output of a program says that it found no room. */
export function isFullDisk(said: string): boolean {
  return /No space left on device|Disk quota exceeded/.test(said);
}
