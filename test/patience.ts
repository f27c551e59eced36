// How long a test waits for a condition. vi.waitFor and vi.waitUntil give up after one second. A
// machine with other work needs as long for less than what a test begins. What never comes still
// fails, before the test's own time is over.

import { vi } from 'vitest';

const PATIENCE_MS = 20_000;
const { waitFor, waitUntil } = vi;

// A process that tests share runs this file before each of them.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
  };
  vi.waitUntil = function waitUntilPatiently(callback, options) {
    return waitUntil(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
  };
}
