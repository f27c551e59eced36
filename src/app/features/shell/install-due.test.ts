import { expect, test } from 'vitest';
import { isInstallDue } from './install-due.ts';

test.each([
  [1, null, false],
  [2, null, true],
  [9, '2026-11-19', false],
  [9, '2026-11-18', false],
  [9, '2026-11-17', true],
])('at visit %s, last shown on %s, the invitation is due on 2026-11-19: %s', (visits, shownOn, isDue) => {
  expect(isInstallDue({ visits, shownOn }, '2026-11-19')).toBe(isDue);
});
