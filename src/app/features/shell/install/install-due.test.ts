import { expect, test } from 'vitest';
import { isInstallDue } from './install-due.ts';

test.each([
  [1, false, null, false],
  [1, true, null, true],
  [2, false, null, true],
  [9, true, '2026-11-19', false],
  [9, true, '2026-11-18', false],
  [9, true, '2026-11-17', true],
])(
  'on day %s, a document sent: %s, last shown on %s, the invitation is due on 2026-11-19: %s',
  (visits, hasSent, shownOn, isDue) => {
    expect(isInstallDue({ visits, hasSent, shownOn }, '2026-11-19')).toBe(isDue);
  },
);
