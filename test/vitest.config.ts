import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { filesThatRunAlone, HeavyFirst, ROOT } from './schedule.ts';
import { fastFolder } from './server/harness/fast-folder.ts';

const alone = filesThatRunAlone();
/**
 * The files of a process share their modules, and Dexie looks for IndexedDB once, when the first of
 * them loads it.
 */
const BEFORE_DEXIE = ['fake-indexeddb/auto'];

/**
 * `unit`: beside what they test, no database. `alone`: unit tests that change their process.
 * `screens`: the application over a mirror, rendered in jsdom (S61). `build`: needs dist/.
 * `server`: real PostgreSQL, one embedded server per run. Files of `unit`, `screens` and `server`
 * share the processes they run in, because loading what they import takes longer than most of them;
 * `alone` has a process per file.
 */
export default defineConfig({
  root: ROOT,
  cacheDir: `${ROOT}node_modules/.cache/vitest`,
  test: {
    // The default leaves one core to the runner, which has little to do.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: HeavyFirst },
    environment: 'node',
    // Simulated histories and properties share the cores with everything else.
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['test/patience.ts'],
    // jsdom does not know an element that browsers have known since 2023.
    onConsoleLog: (log) => !log.includes('The tag <search> is unrecognized'),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: BEFORE_DEXIE,
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'test/**/*.test.{ts,tsx}'],
          exclude: [
            'test/server/**',
            'test/screens/**',
            'test/sizes.test.ts',
            '**/*.e2e.ts',
            'node_modules/**',
            ...alone,
          ],
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: {
          name: 'screens',
          isolate: false,
          environment: 'jsdom',
          setupFiles: ['test/screens/harness/setup.ts'],
          include: ['test/screens/**/*.test.{ts,tsx}'],
        },
      },
      { extends: true, test: { name: 'build', include: ['test/sizes.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          isolate: false,
          setupFiles: BEFORE_DEXIE,
          include: ['test/server/**/*.test.ts'],
          globalSetup: ['test/server/harness/global-setup.ts'],
          // Everything that the tests of a run leave behind goes with this folder.
          env: { TMPDIR: join(fastFolder(), `malote-test-${process.pid}`) },
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
