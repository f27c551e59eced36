// One table for the status: the domain's function, the server's SQL expression and the mirror are
// all tested with it (rule A2).

import type { Status, StoredStatus } from '#domain/status.ts';

export type StatusCase = {
  readonly storedStatus: StoredStatus;
  readonly limitDate: string;
  readonly today: string;
  readonly status: Status;
};

const on = (
  storedStatus: StoredStatus,
  limitDate: string,
  expected: { today: string; status: Status },
): StatusCase => ({
  storedStatus,
  limitDate,
  ...expected,
});

export const STATUS_CASES: readonly StatusCase[] = [
  on('pending', '2026-11-21', { today: '2026-11-20', status: 'pending' }),
  on('pending', '2026-11-20', { today: '2026-11-20', status: 'pending' }),
  on('pending', '2026-11-19', { today: '2026-11-20', status: 'overdue' }),
  on('under_review', '2026-11-21', { today: '2026-11-20', status: 'under_review' }),
  on('under_review', '2026-11-20', { today: '2026-11-20', status: 'under_review' }),
  on('under_review', '2026-11-19', { today: '2026-11-20', status: 'overdue' }),
  on('extended', '2026-11-21', { today: '2026-11-20', status: 'extended' }),
  on('extended', '2026-11-20', { today: '2026-11-20', status: 'extended' }),
  on('extended', '2026-11-19', { today: '2026-11-20', status: 'overdue' }),
  on('completed', '2026-11-21', { today: '2026-11-20', status: 'completed' }),
  on('completed', '2026-11-20', { today: '2026-11-20', status: 'completed' }),
  on('completed', '2020-01-01', { today: '2026-11-20', status: 'completed' }),
  on('pending', '2025-12-31', { today: '2026-01-01', status: 'overdue' }),
  on('under_review', '2024-02-29', { today: '2024-03-01', status: 'overdue' }),
];
