import { expect, test } from 'vitest';
import { watchedValue } from './watched-value.ts';

test('a watched value calls its listeners for a change, and not when the same value is set again', () => {
  const value = watchedValue(1);
  const heard: number[] = [];
  const end = value.subscribe(() => heard.push(value.current()));
  value.set(2);
  value.set(2);
  value.set(3);
  end();
  value.set(4);
  expect([heard, value.current()]).toEqual([[2, 3], 4]);
});
