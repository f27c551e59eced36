// A bug planted in a healthy device or server. The oracle must notice it in some history; otherwise
// the oracle is blind to it.

import type { ModelFaults } from '../fakes/model-server/model.ts';
import type { Plant } from './device.ts';
import type { Focus } from './history.ts';
import type { DeviceFaults } from './device-faults.ts';

export type PlantedBug = {
  /** Number of the hazard in src/sync/promises.md. */
  readonly hazard: number;
  readonly plant?: Plant;
  readonly modelFaults?: Partial<ModelFaults>;
  readonly deviceFaults?: Partial<DeviceFaults>;
  /** Steps that are more frequent in its histories. */
  readonly focus?: Focus;
  /** A seed that shows the bug soon; the search begins there. */
  readonly from?: number;
};

export const FORGOTTEN: Focus = { 'forgotten tab': 40, act: 50, drain: 4, together: 2 };
export const HELD_UP: Focus = { 'held up': 100 };
