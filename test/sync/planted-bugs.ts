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

/** Those that live in the core. Sealing, files in parts and bounded copies wait for what histories of the core do without. */
export const CORE_BUGS = Object.fromEntries(
  Object.entries(PLANTED_BUGS).filter(
    ([, { focus = {} }]) =>
      focus.leaves === undefined && focus['sends in parts'] === undefined && focus['grows old'] === undefined,
  ),
);

/**
 * Hazards that no history can show, because they lie outside of what histories play: the browser's own events and storage, the form
 * of a request, pages by offset. For each, the tests that fail when what we do against it is taken away.
 */
export const TRIED_ELSEWHERE: Readonly<Record<number, readonly string[]>> = {
  4: ['sw/outbox.test.ts', 'test/sync/start-sync.test.ts'],
  5: ['sw/outbox.test.ts'],
  11: ['src/sync/outcome.test.ts', 'src/sync/request-of.test.ts'],
  21: ['test/sync/pull-lists.test.ts'],
  25: ['src/sync/request-of.test.ts', 'src/mirror/keep/files.test.ts'],
  26: ['src/mirror/store/storage.test.ts'],
  27: ['src/mirror/store/storage.test.ts'],
  28: ['test/e2e/promises/evicted-queue.e2e.ts', 'test/screens/lost-work.test.tsx'],
};
