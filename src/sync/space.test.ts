import { expect, test } from 'vitest';
import { createClock } from '../../test/fakes/clock.ts';
import { watchSpace } from './space.ts';

test('the wait of a full device ends with its timer, because the clock may be set back', () => {
  const clock = createClock(0);
  const waits: boolean[] = [];
  const space = watchSpace(
    { random: () => 0, setTimer: clock.setTimer },
    { again: () => waits.push(space.mustWait()), onFull: () => undefined },
  );
  expect(space.mustWait()).toBe(false);
  space.noteFull();
  expect(space.mustWait()).toBe(true);
  clock.advance(2_000);
  expect(waits).toEqual([false]);
});
