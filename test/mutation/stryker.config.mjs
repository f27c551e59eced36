// `npm run mutate`: how strong the unit tests of the pure core are. Each part of its code is
// changed on purpose, one change at a time, and the tests of that part must fail. What this covers,
// the score and the survivors stand in test/README.md.

/** Files without input or output that decide what is sent, shown and allowed. */
const CORE = [
  'src/domain/!(*.test|calendar|plain-text|rich-text*).ts',
  'src/mirror/fold/{fold,fold-rows,row-fields}.ts',
  'src/mirror/outbox/{attempt,outbox-lanes}.ts',
  'src/mirror/store/{outbox-row,upcast-command}.ts',
  'src/sync/{backoff,drain,outcome,reading,request-of}.ts',
];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: CORE,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // What is computed when a file is loaded would need a new process for each change.
  ignoreStatic: true,
  // Stryker rewrites it by the old interface of the TypeScript compiler, and nothing here compiles.
  tsconfigFile: 'none',
  ignorePatterns: ['dist', 'data', 'public', 'test/e2e', 'test/pictures'],
  // A fault that makes a property run for ever is found by its time.
  timeoutMS: 30_000,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'node_modules/.cache/mutation/report.json' },
  incremental: true,
  incrementalFile: 'node_modules/.cache/mutation/incremental.json',
  thresholds: { high: 95, low: 90, break: 90 },
};
