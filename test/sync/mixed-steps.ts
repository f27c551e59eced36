import { stepsOf, type Focus } from './history.ts';
import type { Step } from './steps.ts';

const MIXES: readonly Focus[] = [
  { 'decides late': 15, reassigns: 5 },
  { rows: 45, 'rows unheard': 5, 'rows removed': 20 },
  { 'held up': 5 },
];

/**
 * Of three histories, one has more decisions about what others did first and documents that are reassigned, one has rows of
 * reference data, removed and taken back too, and one has requests that are held up on their way.
 */
export function mixedSteps(seed: number): Step[] {
  return stepsOf(seed, { focus: MIXES[seed % MIXES.length] ?? {} });
}
