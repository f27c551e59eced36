// A disk of its own, small enough to be filled: a tmpfs where the machine lets the tests mount one (root).

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  readonly path: string;
  /** Leaves no block free, or as many bytes as `leaving` says. */
  readonly fill: (leaving?: number) => void;
  /** Gives back what was filled. */
  readonly clear: () => void;
  readonly remount: (mode: 'ro' | 'rw') => void;
  /** Takes it away: the folder is there, and empty. */
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

/** Whether disks can be made here: elsewhere the same is shown with a store that fails. */
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
        // Somebody else was faster with the last block: full is full.
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
