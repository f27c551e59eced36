// A bug that is put into an otherwise healthy device or server from outside. The oracle must notice
// each; one that no history notices means that the oracle does not see it.

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
  /** The steps that its histories have more of. */
  readonly focus?: Focus;
  /** A seed that shows it soon; the search goes on from there. */
  readonly from?: number;
};

export const FORGOTTEN: Focus = { 'forgotten tab': 40, act: 50, drain: 4, together: 2 };
export const HELD_UP: Focus = { 'held up': 100 };
