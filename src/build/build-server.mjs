// Builds the server as plain JavaScript: one file per entry, with packages left where npm put them
// and the migrations copied beside. `npm start` and the tests that need a server process use it. It
// is plain JavaScript itself because it runs before anything is built.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What can be started: the names of files in src/server/entry. */
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
 * Writes main.js and its siblings into `outDir`, which must lie inside the checkout so that
 * packages are found.
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
        // Chunks stand beside main.js, because the migrations are looked for beside the chunk that
        // reads them.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  cpSync(join(root, 'src/server/db/migrations'), join(outDir, 'migrations'), { recursive: true });
}
