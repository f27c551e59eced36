// Before the workers start: each of their servers would build what is out of date, both into the same folder.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const START = fileURLToPath(new URL('../../src/server/entry/start.mjs', import.meta.url));

export default function buildOnce(): void {
  execFileSync(process.execPath, [START, '--build-only'], { stdio: 'inherit' });
}
