// When this machine last made a whole backup, for GET /metrics: a file of DATA_DIR.

import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'last-backup';

export function noteBackup(dataDir: string, now: number): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, NAME), `${new Date(now).toISOString()}\n`);
}

/** Epoch milliseconds; null when it made none. */
export async function lastBackup(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, NAME), 'utf8').catch(() => '');
  const at = Date.parse(text.trim());
  return Number.isNaN(at) ? null : at;
}
