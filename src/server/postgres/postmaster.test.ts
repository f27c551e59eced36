import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { makeFolders } from './binaries.ts';
import { findPostmaster } from './postmaster.ts';

vi.mock(import('node:fs'), async (original) => ({
  ...(await original()),
  // As when the file is removed right after it was asked for.
  existsSync: () => true,
}));

it('a pid file that PostgreSQL removes meanwhile, as it shuts down, is no process', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'malote-postmaster-'));
  try {
    expect(findPostmaster(makeFolders(dataDir))).toBeNull();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
