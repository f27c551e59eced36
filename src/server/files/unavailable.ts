// A store of files that can't be used now is told apart from our own faults, because it recovers
// without a restart when somebody makes room or plugs in a cable. Disks are judged by their error
// numbers, S3 by its answers.

import type { Want } from '../config/want.ts';

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
/**
 * A folder that is missing, forbidden, read-only, broken, or on a machine that does not answer; too
 * many open files.
 */
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

/** Whether the output of a program says that it found no room. */
export function isFullDisk(said: string): boolean {
  return /No space left on device|Disk quota exceeded/.test(said);
}
