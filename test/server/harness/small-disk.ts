// A separate disk, small enough to be filled: a tmpfs, on machines where the tests may mount one
// (root).

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  readonly path: string;
  /** Fills the disk until no block is free, or until `leaving` bytes are free. */
  readonly fill: (leaving?: number) => void;
  /** Frees the filled space. */
  readonly clear: () => void;
  readonly remount: (mode: 'ro' | 'rw') => void;
  /** Unmounts the disk: its folder remains, empty. */
  readonly unmount: () => void;
  readonly remove: () => void;
};

const mount = (...args: string[]): void => void execFileSync('mount', args, { stdio: 'ignore' });

function canMount(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'malote-mount-'));
  try {
    mount('-t', 'tmpfs', '-o', 'size=64k', 'malote', path);
    execFileSync('umount', [path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(path, { recursive: true });
  }
}

/** Whether disks can be mounted here; elsewhere, tests use a store that fails instead. */
export const CAN_MOUNT = canMount();

export function makeSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'malote-disk-'));
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'malote', path);
  const ballast = join(path, 'ballast');
  let mounted = true;
  const unmount = (): void => {
    if (mounted) execFileSync('umount', ['-l', path], { stdio: 'ignore' });
    mounted = false;
  };
  return {
    path,
    fill(leaving = 0) {
      const { bavail, bsize } = statfsSync(path);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaving)), { flag: 'a' });
      } catch (error) {
        // Another process took the last block: the disk is full all the same.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    clear: () => rmSync(ballast, { force: true }),
    remount: (mode) => mount('-o', `remount,${mode}`, path),
    unmount,
    remove() {
      unmount();
      rmSync(path, { recursive: true, force: true });
    },
  };
}
