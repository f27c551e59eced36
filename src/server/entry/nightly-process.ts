// Starts the backup of each night in a process that ends, so that the server keeps neither its
// memory nor its work.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBackupDue } from '../operation/nightly-backup.ts';
import { every, type Timer } from '../reporting/timers.ts';
import type { Services } from '../services/services.ts';

const LOOK_EVERY_MS = 60_000;
const RETRY_MS = 3_600_000;
/** How many characters of the process's error output are kept: its last line says why it failed. */
const SAID_MAX = 2000;

/**
 * Looks at once, and then every minute, whether a backup is due, and starts it. After a failure the
 * next attempt comes an hour later, and while `isHalted` there is none. Null without BACKUP_TO.
 */
export function backUpNightly(
  { config, database, clock, log }: Services,
  { isHalted }: { readonly isHalted: () => boolean },
): Timer | null {
  if (config.backupTo === null) return null;
  let child: ChildProcess | null = null;
  let isStopping = false;
  let notBefore = Number.NEGATIVE_INFINITY;
  const work = async (): Promise<void> => {
    if (isHalted() || clock() < notBefore || !(await isBackupDue(database, { now: clock(), hour: config.backupHour })))
      return;
    const here = fileURLToPath(import.meta.url);
    const entry = join(dirname(here), `backup${extname(here)}`);
    child = spawn(process.execPath, [...process.execArgv, entry, '--due'], { stdio: ['ignore', 'inherit', 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-SAID_MAX)));
    const [code] = (await once(child, 'close')) as [number | null];
    child = null;
    const [sentence] = said.trim().split('\n').slice(-1);
    if (code !== 0) notBefore = clock() + RETRY_MS;
    if (code !== 0 && !isStopping) log.error({ event: 'backup_failed', code, said: sentence }, 'no backup was made');
  };
  const looking = every(LOOK_EVERY_MS, { name: 'nightly backup', log, work, isFirstAtOnce: true });
  return {
    async stop() {
      isStopping = true;
      child?.kill();
      await looking.stop();
    },
  };
}
