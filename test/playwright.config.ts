// End-to-end tests: the built server and client in real browsers. There are no retries, because a
// test that fails once shows a bug or is wrong itself.

import { defineConfig } from '@playwright/test';

const cache = '../node_modules/.cache';

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  // A landing leaves out the same in more engines, widths and rounds (test/README.md).
  grepInvert: process.env['MALOTE_LONG'] === '1' ? [] : /@long\b/,
  globalSetup: './e2e/build-once.ts',
  outputDir: `${cache}/e2e`,
  // Each worker has its own server and devices (S39), so any test may run beside any other.
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // The longest takes two minutes on an idle machine. A slow machine is no failure.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: `${cache}/reports/playwright.json` }]],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Every browser would write one when it closes, which takes a tenth of the processors. What a
    // failed test needs is attached by fixtures.ts; `--trace retain-on-failure` asks for more.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
