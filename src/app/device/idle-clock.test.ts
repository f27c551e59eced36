import { expect, it } from 'vitest';
import { afterTouch, EXTENSION_MS, IDLE_MS, idleState, WARNING_MS } from './idle-clock.ts';

const NOW = 1_800_000_000_000;

it.each([
  ['no touch is known', null, { kind: 'over' }],
  ['it was just touched', NOW + IDLE_MS, { kind: 'used' }],
  ['the warning is due', NOW, { kind: 'warned', leftMs: WARNING_MS }],
  ['half of the warning is over', NOW - WARNING_MS / 2, { kind: 'warned', leftMs: WARNING_MS / 2 }],
  ['the warning is over', NOW - WARNING_MS, { kind: 'over' }],
  ['it was switched off for a night', NOW - 8 * 3_600_000, { kind: 'over' }],
  ['its clock was set back by a day', NOW + 86_400_000, { kind: 'over' }],
] as const)('a shared tablet locks when it is idle: %s', (_case, warnAt, state) => {
  expect(idleState(warnAt, NOW)).toEqual(state);
});

it('a touch never shortens an extension, and begins anew after a clock that was set back', () => {
  expect(afterTouch(null, NOW)).toBe(NOW + IDLE_MS);
  expect(afterTouch(NOW - 1, NOW)).toBe(NOW + IDLE_MS);
  expect(afterTouch(NOW + EXTENSION_MS, NOW)).toBe(NOW + EXTENSION_MS);
  expect(afterTouch(NOW + 86_400_000, NOW)).toBe(NOW + IDLE_MS);
});
