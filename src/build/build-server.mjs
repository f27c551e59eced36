// Builds the server as JavaScript: a file for each entry, with the migrations beside them. Packages
// are not bundled but loaded from node_modules. `npm start` and the tests that need a server
// process use it. This file is plain JavaScript because it runs before anything is built.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The programs that can be started: names of files in src/server/entry. */
export const ENTRIES = [
  'main',
  'create-tenant',
  'backup',
  'restore',
  'export',
  'import-export',
  'verify',
  'rotate-receipt-key',
  'admin',
  'psql',
];

/**
 * Writes the entries and their chunks into `outDir`. It must lie inside the checkout, so that Node
 * finds the packages.
 */
export async function buildServer(outDir) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      rollupOptions: {
        input: Object.fromEntries(ENTRIES.map((name) => [name, join(root, 'src/server/entry', `${name}.ts`)])),
        // Chunks stand beside main.js: the chunk that reads the migrations looks for them beside
        // itself.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  cpSync(join(root, 'src/server/db/migrations'), join(outDir, 'migrations'), { recursive: true });
}
