// All bugs that the oracle must notice.

import type { PlantedBug } from './planted-bug.ts';
import { PLANTED_DEVICE_BUGS } from './planted-device-bugs.ts';
import { PLANTED_KEPT_BUGS } from './planted-kept-bugs.ts';
import { PLANTED_ROW_BUGS } from './planted-row-bugs.ts';
import { PLANTED_SERVER_BUGS } from './planted-server-bugs.ts';

export const PLANTED_BUGS: Readonly<Record<string, PlantedBug>> = {
  ...PLANTED_SERVER_BUGS,
  ...PLANTED_DEVICE_BUGS,
  ...PLANTED_ROW_BUGS,
  ...PLANTED_KEPT_BUGS,
};

/**
 * Those that live in the core. Sealing, files in parts and bounded copies wait for what histories
 * of the core do without.
 */
export const CORE_BUGS = Object.fromEntries(
  Object.entries(PLANTED_BUGS).filter(
    ([, { focus = {} }]) =>
      focus.leaves === undefined && focus['sends in parts'] === undefined && focus['grows old'] === undefined,
  ),
);

/**
 * Hazards that no history can show. For each, the tests that fail when what we do against it is
 * taken away. Histories begin each drain themselves, so that what would begin it is not there (4,
 * 5). There is no answer about several commands (11), and no cache between the tables and a disk
 * that a kill could empty (27). What tells that a browser has purged its storage lies outside of
 * the mirror, in a cookie and a login (28).
 */
export const TRIED_ELSEWHERE: Readonly<Record<number, readonly string[]>> = {
  4: ['sw/outbox.test.ts', 'test/sync/start-sync.test.ts'],
  5: ['sw/outbox.test.ts'],
  11: ['src/sync/outcome.test.ts', 'src/sync/request-of.test.ts'],
  27: ['src/mirror/store/storage.test.ts'],
  28: ['test/e2e/promises/evicted-queue.e2e.ts', 'test/screens/lost-work.test.tsx'],
};
