import { stepsOf, type Focus } from './history.ts';
import type { Step } from './steps.ts';

const MIXES: readonly Focus[] = [
  { 'decides late': 15, reassigns: 5, undoes: 10 },
  { rows: 45, 'rows unheard': 5, 'rows removed': 20 },
  { 'held up': 5 },
  { leaves: 8, switches: 8, login: 8, 'sends in parts': 1 },
  { 'sends in parts': 6, upgrades: 10 },
  { 'grows old': 14, trims: 8, searches: 8, 'sector changes': 6, act: 40, pull: 16, 'fetches ahead': 8 },
];

/**
 * Of six histories, one has more decisions about what others did first and documents that are
 * reassigned, one has rows of reference data, removed and taken back too, one has requests that are
 * held up on their way, one has a shared tablet that people leave, one has large files that go in
 * parts, and updates of the application, and one has documents that grow old where copies are
 * bounded, and details that come beside pulls.
 */
export function mixedSteps(seed: number): Step[] {
  return stepsOf(seed, { focus: MIXES[seed % MIXES.length] ?? {} });
}
