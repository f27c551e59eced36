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
