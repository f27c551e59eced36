// The server as plain JavaScript: one file per entry, packages left where npm put them, migrations beside. Used by
// `npm start` and by the tests that need a server process. Plain JavaScript, because it runs before anything is built.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What can be started: files of src/server/entry. */
export const ENTRIES = ['main', 'create-tenant', 'backup', 'restore', 'verify'];

/** Writes main.js and its siblings into `outDir` (inside the checkout, so that packages are found). */
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
        // Chunks stand beside main.js: the migrations are looked for beside whichever asks.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  cpSync(join(root, 'src/server/db/migrations'), join(outDir, 'migrations'), { recursive: true });
}
