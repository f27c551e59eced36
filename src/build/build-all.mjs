// Builds client and server into dist. src/server/entry/start.mjs runs this file as a process of its
// own, because the builder keeps several hundred megabytes until its process ends. It is plain
// JavaScript because it runs before anything is built.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildServer } from './build-server.mjs';
import { compressClient } from './compress-client.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

try {
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  await compressClient(join(dist, 'client'));
  await buildServer(join(dist, 'server'));
} catch (error) {
  process.stderr.write(`A construção falhou: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
