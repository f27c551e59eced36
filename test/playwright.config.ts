// End to end: the built server and client in a real Chromium. No retries: what fails once is a bug or a bad test.

import { defineConfig } from '@playwright/test';

const cache = '../node_modules/.cache';

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: `${cache}/e2e`,
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: `${cache}/reports/playwright.json` }]],
  use: { actionTimeout: 15_000, navigationTimeout: 20_000, trace: 'retain-on-failure' },
});
