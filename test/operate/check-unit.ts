import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOY } from './proxies.ts';

/** Has systemd read the unit. Throws with what it says against it. */
export function checkUnit(folder: string): void {
  const path = join(folder, 'malote.service');
  const unit = readFileSync(join(DEPLOY, 'malote.service'), 'utf8');
  writeFileSync(path, unit.replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/malote', folder));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path]);
  const faults = stderr.toString().trim();
  if (status !== 0 || faults !== '') throw new Error(faults === '' ? `exit code ${status}` : faults);
}
