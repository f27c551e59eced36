import { expect, test } from 'vitest';
import { createClock } from '../../test/fakes/clock.ts';
import { watchSpace } from './space.ts';

test.each([0, -3 * 3_600_000])('the wait of a full device ends when the clock has moved by %i ms', (movedMs) => {
  const timers = createClock(0);
  let moved = 0;
  const waits: boolean[] = [];
  const space = watchSpace(
    { clock: () => timers.now() + moved, random: () => 0, setTimer: timers.setTimer },
    { again: () => waits.push(space.mustWait()), onFull: () => undefined },
  );
  expect(space.mustWait()).toBe(false);
  space.noteFull();
  moved = movedMs;
  expect(space.mustWait()).toBe(true);
  timers.advance(2_000);
  expect(waits).toEqual([false]);
});
