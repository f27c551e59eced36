import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** `unit`: beside what they test, no database. `build`: needs dist/. `server`: real PostgreSQL, one embedded server per run, started when needed. */
export default defineConfig({
  root,
  cacheDir: fileURLToPath(new URL('../node_modules/.cache/vitest', import.meta.url)),
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'test/**/*.test.{ts,tsx}'],
          exclude: ['test/server/**', 'test/sizes.test.ts', '**/*.e2e.ts', 'node_modules/**'],
          // Simulated histories and properties share two cores with everything else.
          testTimeout: 30_000,
        },
      },
      { extends: true, test: { name: 'build', environment: 'node', include: ['test/sizes.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['test/server/**/*.test.ts'],
          globalSetup: ['test/server/harness/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
