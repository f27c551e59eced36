import { expect, test } from 'vitest';
import { reachText } from './profile.ts';

test.each([
  [1, 'A mudança vale só para você: ninguém mais usa o sistema nesta organização.'],
  [2, 'A mudança vale para as 2 pessoas da organização.'],
])('a change of the organization with %i active people says whom it reaches', (people, sentence) => {
  expect(reachText(people)).toBe(sentence);
});
