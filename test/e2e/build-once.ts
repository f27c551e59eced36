// Before the workers start: builds the client and the server, which the servers of the workers
// would otherwise do at the same time into the same folder, and gives everything that a run leaves
// behind one folder, in memory where there is room. A browser profile has a thousand files, and a
// killed process loses nothing of either kind of folder.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastFolder } from '../server/harness/fast-folder.ts';

const START = fileURLToPath(new URL('../../src/server/entry/start.mjs', import.meta.url));

export default function buildOnce(): () => Promise<void> {
  execFileSync(process.execPath, [START, '--build-only'], { stdio: 'inherit' });
  const folder = mkdtempSync(join(fastFolder(), 'malote-e2e-'));
  // PostgreSQL runs as a person of its own.
  chmodSync(folder, 0o755);
  // The workers, and what they start, inherit it.
  process.env['TMPDIR'] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
