// Builds the client and the server before the workers start. Otherwise the servers of the workers
// would build at the same time into the same folder.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const START = fileURLToPath(new URL('../../src/server/entry/start.mjs', import.meta.url));

export default function buildOnce(): void {
  execFileSync(process.execPath, [START, '--build-only'], { stdio: 'inherit' });
}
